package sqldb

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
)

// fileLock keeps a second process from writing the same file: the caches of this
// process would not see the changes of the other.
type fileLock struct{ file *os.File }

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
