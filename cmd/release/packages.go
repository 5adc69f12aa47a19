package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

// lockFile is package-lock.json.
type lockFile struct {
	Packages map[string]lockedPackage `json:"packages"` // by path, such as "node_modules/sharp"
}

type lockedPackage struct {
	Version      string            `json:"version"`
	License      string            `json:"license"`
	Integrity    string            `json:"integrity"`
	Dev          bool              `json:"dev"`
	DevOptional  bool              `json:"devOptional"`
	Link         bool              `json:"link"`
	Dependencies map[string]string `json:"dependencies"`
	Optional     map[string]string `json:"optionalDependencies"`
}

func readLock(path string) (*lockFile, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var lock lockFile
	if err := json.Unmarshal(text, &lock); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return &lock, nil
}

// nodePackage is the name of the npm package with the Node of this platform.
func nodePackage() (string, error) {
	arch := runtime.GOARCH
	if arch == "amd64" {
		arch = "x64"
	}
	name := "node-linux-" + arch
	if _, err := os.Stat(filepath.Join("node_modules", name, "bin/node")); err != nil {
		return "", fmt.Errorf("%w; run make build first", err)
	}
	return name, nil
}

// runtimePackages are the names of sharp and of all that it needs on this platform. The other
// packages are in the bundles of the front end.
func (l *lockFile) runtimePackages() ([]string, error) {
	found := map[string]bool{}
	todo := []string{"sharp"}
	for len(todo) > 0 {
		name := todo[0]
		todo = todo[1:]
		if found[name] {
			continue
		}
		entry, known := l.Packages["node_modules/"+name]
		if !known {
			return nil, fmt.Errorf("package-lock.json has no %s at the top", name)
		}
		if _, err := os.Stat(filepath.Join("node_modules", name, "package.json")); err != nil {
			return nil, fmt.Errorf("%w; run make build first", err)
		}
		found[name] = true
		todo = append(todo, slices.Collect(maps.Keys(entry.Dependencies))...)
		for optional := range entry.Optional { // of other platforms, which npm does not install
			if _, err := os.Stat(filepath.Join("node_modules", optional, "package.json")); err == nil {
				todo = append(todo, optional)
			}
		}
	}
	return slices.Sorted(maps.Keys(found)), nil
}

// shipped are the packages of the product by name: those of the bundles and of node_modules.
func (l *lockFile) shipped() map[string]lockedPackage {
	shipped := map[string]lockedPackage{}
	for path, entry := range l.Packages {
		name, top := strings.CutPrefix(path, "node_modules/")
		if !top || entry.Dev || entry.DevOptional || entry.Link || strings.Contains(name, "node_modules/") {
			continue
		}
		if _, err := os.Stat(filepath.Join("node_modules", name)); err != nil {
			continue // of another platform
		}
		shipped[name] = entry
	}
	return shipped
}
