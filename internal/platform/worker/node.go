package worker

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// minNodeVersion is the first major version with the flags and modules that the workers use.
const minNodeVersion = 20

// FindNode returns the path and the version of a Node binary: explicit if it is not empty,
// else node_modules/.bin/node in the folders near or above them, else node on PATH.
// If explicit does not work, FindNode tries nothing else. Errors are ErrNoNode.
func FindNode(explicit string, near []string) (path, version string, err error) {
	if explicit != "" {
		version, err = nodeVersion(explicit)
		return explicit, version, err
	}
	var errs []error
	for _, candidate := range nodeCandidates(near) {
		version, err := nodeVersion(candidate)
		if err == nil {
			return candidate, version, nil
		}
		errs = append(errs, err)
	}
	if len(errs) == 0 {
		return "", "",
			fmt.Errorf("%w: not in node_modules and not on PATH; run npm install, or set the path of Node %d or later", ErrNoNode, minNodeVersion)
	}
	return "", "", errors.Join(errs...)
}

func nodeCandidates(near []string) []string {
	found := FindUpwards(near, filepath.Join("node_modules", ".bin", "node"))
	if path, err := exec.LookPath("node"); err == nil {
		found = append(found, path)
	}
	return found
}

// FindUpwards returns the existing paths called name in the folders near and in all folders
// above them, nearest first.
func FindUpwards(near []string, name string) []string {
	var found []string
	for _, dir := range near {
		dir, err := filepath.Abs(dir)
		if err != nil {
			continue
		}
		for {
			path := filepath.Join(dir, name)
			if _, err := os.Stat(path); err == nil {
				found = append(found, path)
			}
			parent := filepath.Dir(dir)
			if parent == dir {
				break
			}
			dir = parent
		}
	}
	return found
}

// nodeVersion runs a binary with --version. It refuses a binary that is not Node or too old.
func nodeVersion(path string) (string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, path, "--version")
	cmd.Env = []string{}
	cmd.WaitDelay = time.Second
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("%w: %s does not run (%w); set the path of Node %d or later", ErrNoNode, path, err, minNodeVersion)
	}
	version, ok := strings.CutPrefix(strings.TrimSpace(string(out)), "v")
	text, _, _ := strings.Cut(version, ".")
	major, err := strconv.Atoi(text)
	if !ok || err != nil {
		return "", fmt.Errorf("%w: %s is not Node: its version is %.40q", ErrNoNode, path, out)
	}
	if major < minNodeVersion {
		return "", fmt.Errorf("%w: %s is Node %s; Node %d or later is needed", ErrNoNode, path, version, minNodeVersion)
	}
	return version, nil
}
