package worker

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// fakeNode writes a program that prints text, with any arguments.
func fakeNode(t *testing.T, path, text string) string {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte("#!/bin/sh\necho '"+text+"'\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestFindNodePrefersTheNearest(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("PATH", filepath.Join(dir, "path")+":/bin:/usr/bin")
	fakeNode(t, filepath.Join(dir, "path", "node"), "v22.1.0")
	path, version, err := FindNode("", []string{filepath.Join(dir, "project", "bin")})
	if err != nil || version != "22.1.0" {
		t.Fatalf("on the PATH: %s, %s, %v, want 22.1.0", path, version, err)
	}
	above := fakeNode(t, filepath.Join(dir, "project", "node_modules", ".bin", "node"), "v24.2.0")
	if path, version, _ := FindNode("", []string{filepath.Join(dir, "project", "bin")}); path != above || version != "24.2.0" {
		t.Errorf("above the folder: %s, %s, want %s", path, version, above)
	}
	fakeNode(t, above, "v18.19.0")
	if _, version, _ := FindNode("", []string{filepath.Join(dir, "project", "bin")}); version != "22.1.0" {
		t.Errorf("with an old one nearby: %s, want the 22.1.0 on the PATH", version)
	}
	named := fakeNode(t, filepath.Join(dir, "mine"), "v20.0.0")
	if path, version, err := FindNode(named, nil); path != named || version != "20.0.0" || err != nil {
		t.Errorf("named: %s, %s, %v, want %s", path, version, err, named)
	}
}

func TestFindNodeSaysWhatIsWrong(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("PATH", "")
	tests := []struct{ name, explicit, want string }{
		{"nothing there", "", "run npm install"},
		{"named file missing", filepath.Join(dir, "missing"), "does not run"},
		{"named folder", dir, "does not run"},
		{"too old", fakeNode(t, filepath.Join(dir, "old"), "v18.20.4"), "is Node 18.20.4; Node 20 or later is needed"},
		{"another program", fakeNode(t, filepath.Join(dir, "other"), "Python 3.12"), "is not Node"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, _, err := FindNode(tt.explicit, []string{dir})
			if !errors.Is(err, ErrNoNode) || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("error = %v, want ErrNoNode with %q", err, tt.want)
			}
		})
	}
}
