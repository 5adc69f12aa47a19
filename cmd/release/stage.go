package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// Folders of the installation.
const (
	libFolder = "usr/lib/estate" // the program, and node_modules beside it
	docFolder = "usr/share/doc/estate"
)

// stage puts all files where they are installed, below the folder root.
func (r *release) stage(ctx context.Context) error {
	program := filepath.Join(r.root, libFolder, "estate")
	if err := r.command(ctx, "go", "build", "-trimpath", "-buildvcs=false",
		"-ldflags=-s -w -buildid= -X estate/internal/app/version.commit="+r.commit, "-o", program, "./cmd/estate"); err != nil {
		return err
	}
	lock, err := readLock("package-lock.json")
	if err != nil {
		return err
	}
	packages, err := lock.runtimePackages()
	if err != nil {
		return err
	}
	var problems []error
	for _, name := range packages {
		problems = append(problems, r.copyTree(filepath.Join("node_modules", name), filepath.Join(libFolder, "node_modules", name)))
	}
	problems = append(problems, r.stageNode())
	for from, to := range map[string]string{
		"packaging/estate.service":      "lib/systemd/system/estate.service",
		"packaging/estate.socket":       "lib/systemd/system/estate.socket",
		"packaging/estate-https.socket": "lib/systemd/system/estate-https.socket",
		"packaging/estate.toml":         "etc/estate.toml",
		"LICENSE":                       docFolder + "/copyright",
		"NOTICE":                        docFolder + "/NOTICE",
		"CHANGELOG.md":                  docFolder + "/CHANGELOG.md",
		"docs/operating.md":             docFolder + "/operating.md",
		"docs/runbook.md":               docFolder + "/runbook.md",

		"packaging/monitoring/prometheus.yml":         docFolder + "/monitoring/prometheus.yml",
		"packaging/monitoring/estate.rules.yml":       docFolder + "/monitoring/estate.rules.yml",
		"packaging/monitoring/grafana-dashboard.json": docFolder + "/monitoring/grafana-dashboard.json",
	} {
		problems = append(problems, r.copyFile(from, to, 0o644))
	}
	problems = append(problems, r.stageInstanceUnit(), r.symlink("usr/bin/estate", "../lib/estate/estate"))
	if err := errors.Join(problems...); err != nil {
		return err
	}
	return lock.writeSBOM(program, filepath.Join(r.root, docFolder, "sbom.cdx.json"), r)
}

// stageInstanceUnit writes estate@.service.
func (r *release) stageInstanceUnit() error {
	text, err := os.ReadFile("packaging/estate.service")
	if err != nil {
		return err
	}
	unit, err := instanceUnit(string(text))
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(r.root, "lib/systemd/system/estate@.service"), []byte(unit), 0o644)
}

// stageNode copies the Node program alone: its package has headers and manuals too.
func (r *release) stageNode() error {
	name, err := nodePackage()
	if err != nil {
		return err
	}
	folder := filepath.Join(libFolder, "node_modules", name)
	return errors.Join(
		r.copyFile(filepath.Join("node_modules", name, "bin/node"), filepath.Join(folder, "bin/node"), 0o755),
		r.copyFile(filepath.Join("node_modules", name, "LICENSE"), filepath.Join(folder, "LICENSE"), 0o644),
		r.symlink(filepath.Join(libFolder, "node_modules/.bin/node"), filepath.Join("..", name, "bin/node")),
	)
}

// copyTree copies the regular files of a folder.
func (r *release) copyTree(from, to string) error {
	return filepath.WalkDir(from, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		if !entry.Type().IsRegular() {
			return fmt.Errorf("%s is not a regular file", path)
		}
		inner, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		return r.copyFile(path, filepath.Join(to, inner), 0o644)
	})
}

func (r *release) copyFile(from, to string, mode fs.FileMode) (err error) {
	source, err := os.Open(from)
	if err != nil {
		return fmt.Errorf("%w; run make build first", err)
	}
	defer func() { _ = source.Close() }()
	target := filepath.Join(r.root, to)
	if err := os.MkdirAll(filepath.Dir(target), 0o755); err != nil {
		return err
	}
	file, err := os.OpenFile(target, os.O_CREATE|os.O_WRONLY|os.O_EXCL, mode)
	if err != nil {
		return err
	}
	_, err = io.Copy(file, source)
	return errors.Join(err, file.Close())
}

func (r *release) symlink(at, target string) error {
	path := filepath.Join(r.root, at)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return os.Symlink(target, path)
}
