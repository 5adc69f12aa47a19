package main

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// Commands that root runs leave the site's folder to the user of the site, and read and write root's own files.
func TestCommandsOfRootLeaveFilesOfTheSitesUser(t *testing.T) {
	t.Parallel()
	if os.Getuid() != 0 {
		t.Skip("only root has another user's rights")
	}
	const user = 4711
	shared, err := os.MkdirTemp("", "estate-owner-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(shared) })
	data, private := filepath.Join(shared, "data"), t.TempDir() // that of the test is root's alone
	lines := filepath.Join(private, "phone.jsonl")
	for _, err := range []error{
		os.Chmod(shared, 0o755), os.Mkdir(data, 0o700), os.Chown(data, user, user),
		os.WriteFile(lines, []byte(`{"kind":"settings","lang":"en","data":{"phone_1":"+34 952 123 456"}}`), 0o600),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	export, inside := filepath.Join(private, "all.tar.zst"), filepath.Join(data, "all.tar.zst")
	for _, args := range [][]string{
		{"demo", "--properties", "1"},
		{"import", lines},
		{"export", export},
		{"export", inside},
		{"preview", "101"},
	} {
		run := exec.CommandContext(t.Context(), os.Args[0], append(args, "--data", data)...)
		run.Env = append(os.Environ(), asProgram+"=1")
		if out, err := run.CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", strings.Join(args, " "), err, out)
		}
	}
	owner := func(path string) uint32 {
		t.Helper()
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		return info.Sys().(*syscall.Stat_t).Uid
	}
	files := 0
	err = filepath.WalkDir(data, func(path string, _ fs.DirEntry, err error) error {
		if files++; err == nil && owner(path) != user {
			t.Errorf("%s belongs to the user %d", path, owner(path))
		}
		return err
	})
	if err != nil || files < 10 {
		t.Errorf("%d files, %v", files, err)
	}
	if info, err := os.Stat(export); err != nil || info.Mode().Perm() != 0o600 || owner(export) != 0 {
		t.Errorf("the export of root: %v, %v", info, err)
	}
}
