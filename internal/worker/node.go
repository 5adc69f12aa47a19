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

// oldestNode is the first major version whose flags and modules the workers use.
const oldestNode = 20

// FindNode looks for a Node binary: the explicit path if there is one, else
// node_modules/node/bin/node beside or above the folders near, else PATH.
// An explicit path that does not work is an error; nothing else is tried.
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
		return "", "", fmt.Errorf("%w: neither in node_modules nor on the PATH; run npm install, or name a binary of Node %d or later", ErrNoNode, oldestNode)
	}
	return "", "", errors.Join(errs...)
}

func nodeCandidates(near []string) []string {
	found := Upwards(near, filepath.Join("node_modules", "node", "bin", "node"))
	if path, err := exec.LookPath("node"); err == nil {
		found = append(found, path)
	}
	return found
}

// Upwards are the existing paths called name in the folders near and all folders above them, nearest first.
func Upwards(near []string, name string) []string {
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

// nodeVersion asks a binary for its version and refuses what is no Node or too old.
func nodeVersion(path string) (string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, path, "--version")
	cmd.Env = []string{}
	cmd.WaitDelay = time.Second
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("%w: %s does not run (%w); name a binary of Node %d or later", ErrNoNode, path, err, oldestNode)
	}
	version, ok := strings.CutPrefix(strings.TrimSpace(string(out)), "v")
	text, _, _ := strings.Cut(version, ".")
	major, err := strconv.Atoi(text)
	if !ok || err != nil {
		return "", fmt.Errorf("%w: %s is not Node: it calls itself %.40q", ErrNoNode, path, out)
	}
	if major < oldestNode {
		return "", fmt.Errorf("%w: %s is Node %s; Node %d or later is needed", ErrNoNode, path, version, oldestNode)
	}
	return version, nil
}
