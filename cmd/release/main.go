// Command release builds what is installed: an archive and a Debian package with the program,
// Node, sharp and everything else that they need, a bill of materials and checksums.
//
//	go run ./cmd/release -out build/release
//
// Run it from the root of the repository after make build. Two runs on the same commit write
// the same bytes: SOURCE_DATE_EPOCH (default: the time of the commit) is the time of every file.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"time"

	"estate/internal/app/version"
)

func main() {
	out := flag.String("out", "build/release", "folder of the result")
	flag.Parse()
	if err := run(context.Background(), *out); err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

// release is one release being built.
type release struct {
	version string    // number and commit
	commit  string    // abbreviated hash
	out     string    // folder of the result
	root    string    // folder with the files as they are installed
	time    time.Time // of all files
}

func run(ctx context.Context, out string) error {
	r, err := newRelease(ctx, out)
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(r.root) }()
	if err := r.stage(ctx); err != nil {
		return err
	}
	archive := filepath.Join(out, r.name()+".tar.zst")
	if err := r.writeArchive(archive); err != nil {
		return fmt.Errorf("%s: %w", archive, err)
	}
	deb := filepath.Join(out, fmt.Sprintf("estate_%s_%s.deb", r.version, runtime.GOARCH))
	if err := r.command(ctx, "go", "tool", "-modfile=tools/release/go.mod", "nfpm", "package", "--config", "packaging/nfpm.yaml", "--packager",
		"deb", "--target", deb); err != nil {
		return err
	}
	return writeChecksums(filepath.Join(out, "SHA256SUMS"), archive, deb)
}

func newRelease(ctx context.Context, out string) (*release, error) {
	commit, err := output(ctx, "git", "log", "-1", "--format=%ct %h")
	if err != nil {
		return nil, err
	}
	seconds, hash, _ := strings.Cut(commit, " ")
	if epoch := os.Getenv("SOURCE_DATE_EPOCH"); epoch != "" {
		seconds = epoch
	}
	unix, err := strconv.ParseInt(seconds, 10, 64)
	if err != nil {
		return nil, fmt.Errorf("SOURCE_DATE_EPOCH is %q; it must be a Unix time in seconds", seconds)
	}
	r := &release{
		version: version.Number + "+" + hash, commit: hash, out: out, root: filepath.Join(out, "root"),
		time: time.Unix(unix, 0).UTC(),
	}
	return r, errors.Join(os.RemoveAll(out), os.MkdirAll(out, 0o755))
}

// name is the name of the archive and of the folder in it.
func (r *release) name() string {
	return fmt.Sprintf("estate_%s_%s_%s", r.version, runtime.GOOS, runtime.GOARCH)
}

// command runs a program with the variables of the release.
func (r *release) command(ctx context.Context, name string, args ...string) error {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Env = append(os.Environ(),
		"CGO_ENABLED=0", "VERSION="+r.version, "ARCH="+runtime.GOARCH, "ROOT="+r.root, "SOURCE_DATE_EPOCH="+strconv.FormatInt(r.time.Unix(), 10))
	cmd.Stdout, cmd.Stderr = os.Stderr, os.Stderr
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("%s: %w", strings.Join(cmd.Args, " "), err)
	}
	return nil
}

func output(ctx context.Context, name string, args ...string) (string, error) {
	text, err := exec.CommandContext(ctx, name, args...).Output()
	if err != nil {
		return "", fmt.Errorf("%s %s: %w", name, strings.Join(args, " "), err)
	}
	return strings.TrimSpace(string(text)), nil
}
