package privilege

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"syscall"
)

const keep = -1 // leaves an id as it is

// ActAsOwner makes the process act as the owner of a folder from now on, if root has started it. A folder of root, or one that
// does not exist, changes nothing.
func ActAsOwner(folder string) error {
	if os.Getuid() != 0 {
		return nil
	}
	info, err := os.Stat(folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	owner, ok := info.Sys().(*syscall.Stat_t)
	if !ok || owner.Uid == 0 {
		return nil
	}
	return become(int(owner.Uid), int(owner.Gid))
}

// OrAsStarted calls do, and again with the rights of root where they are missing and root has started the process: root names
// files of its own to read or write.
func OrAsStarted(do func() error) error {
	err := do()
	if !errors.Is(err, fs.ErrPermission) || os.Getuid() != 0 || os.Geteuid() == 0 {
		return err
	}
	uid, gid := os.Geteuid(), os.Getegid()
	if err := errors.Join(syscall.Setresuid(keep, 0, keep), syscall.Setresgid(keep, 0, keep)); err != nil {
		return err
	}
	return errors.Join(do(), become(uid, gid))
}

// become changes the group first: it takes the rights of root.
func become(uid, gid int) error {
	if err := errors.Join(syscall.Setresgid(keep, gid, keep), syscall.Setresuid(keep, uid, keep)); err != nil {
		return fmt.Errorf("act as the owner of the data folder: %w", err)
	}
	return nil
}
