package sqldb

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"estate/internal/platform/backoff"
)

// Two locks lie beside a SQLite file: one that a process holds while it opens the file, as SQLite refuses some steps of a
// creation at once when another process is in them, and one that a process keeps until it closes the file.
const (
	openingSuffix = ".opening"
	keptSuffix    = ".lock"
)

// fileLock keeps other processes from what it stands for.
type fileLock struct{ file *os.File }

// whileNobodyOpens returns open in the form for a file that other processes may open too.
func (db *DB) whileNobodyOpens(ctx context.Context, open func() error) func() error {
	return func() error {
		if err := os.MkdirAll(filepath.Dir(db.cfg.Path), 0o700); err != nil {
			return fmt.Errorf("%w; choose a folder that this user may write in", err)
		}
		opening, err := lockFile(db.cfg.Path + openingSuffix)
		for ; errors.Is(err, errHeld); opening, err = lockFile(db.cfg.Path + openingSuffix) {
			if err := backoff.Sleep(ctx, 20*time.Millisecond); err != nil {
				return err
			}
		}
		if err != nil {
			return err
		}
		defer func() { _ = opening.unlock() }()
		if db.cfg.Concurrent {
			return open()
		}
		db.lock, err = lockFile(db.cfg.Path + keptSuffix)
		if db.beside = db.cfg.Beside && errors.Is(err, errHeld); err != nil && !db.beside {
			return err
		}
		err = open()
		if db.cfg.Beside {
			err = errors.Join(err, db.lock.unlock())
		}
		return err
	}
}

// errHeld reports a lock that another process holds.
var errHeld = errors.New("held")

// heldError is errHeld with the process that holds the lock, and its unit of systemd, "" for none.
type heldError struct{ owner, unit string }

func (e heldError) Error() string {
	text := "another process (" + e.owner + ") has it open; stop that one first"
	if e.unit != "" { // a socket that stays starts the service again at the next request
		text += fmt.Sprintf(": systemctl stop '%s*.socket' %s.service, and start both again afterwards", e.unit, e.unit)
	}
	return text
}

func (e heldError) Is(target error) bool { return target == errHeld }

func lockFile(path string) (*fileLock, error) {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, fmt.Errorf("%w; make the folder writable for this user, or choose another", err)
	}
	if err := flock(file); err != nil {
		owner, _ := io.ReadAll(io.LimitReader(file, 32))
		_ = file.Close()
		if errors.Is(err, errHeld) {
			return nil, heldError{describeOwner(string(owner)), unitOf(string(owner))}
		}
		return nil, fmt.Errorf("lock %s: %w", path, err)
	}
	if err := file.Truncate(0); err == nil {
		_, _ = file.WriteAt(fmt.Appendf(nil, "%d\n", os.Getpid()), 0)
	}
	return &fileLock{file}, nil
}

func describeOwner(pid string) string {
	if pid = strings.TrimSpace(pid); pid == "" {
		return "unknown"
	}
	return "process id " + pid
}

// unitOf is the unit of systemd that runs a process, without its ending; "" when none does.
func unitOf(pid string) string {
	groups, err := os.ReadFile("/proc/" + filepath.Base(strings.TrimSpace(pid)) + "/cgroup")
	if err != nil {
		return ""
	}
	return unitIn(string(groups))
}

// unitIn finds the service in the control groups of a process: "0::/system.slice/estate.service".
func unitIn(groups string) string {
	for line := range strings.Lines(groups) {
		if name, ok := strings.CutSuffix(path.Base(strings.TrimSpace(line)), ".service"); ok && unitName.MatchString(name) {
			return name
		}
	}
	return ""
}

// unitName is the name of a unit that a shell takes as it is.
var unitName = regexp.MustCompile(`^[A-Za-z0-9@_.-]+$`)

// unlock leaves the file in place: removing it could remove the lock that another
// process has just taken.
func (l *fileLock) unlock() error {
	if l == nil {
		return nil
	}
	if err := l.file.Close(); !errors.Is(err, os.ErrClosed) {
		return err
	}
	return nil
}
