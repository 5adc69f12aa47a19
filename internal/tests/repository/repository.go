// Package repository finds files of the repository from a test. It does not use the paths
// that the compiler records, which -trimpath shortens.
package repository

import (
	"os"
	"path/filepath"
)

// Path is the absolute path of a file that is named from the root of the repository. The
// working directory must be in the repository, as it is in a test. It panics elsewhere.
func Path(elements ...string) string {
	root, err := os.Getwd()
	if err != nil {
		panic(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(root, "go.mod")); err == nil {
			return filepath.Join(append([]string{root}, elements...)...)
		}
		parent := filepath.Dir(root)
		if parent == root {
			panic("repository: no go.mod above the working directory; run this as a test of the repository")
		}
		root = parent
	}
}
