//go:build unix && !linux

package worker

import (
	"os"
	"syscall"
)

// ownGroup puts a child into a process group of its own, so that it is killed with its descendants.
func ownGroup() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }

func killGroup(p *os.Process) {
	if syscall.Kill(-p.Pid, syscall.SIGKILL) != nil {
		p.Kill()
	}
}

// widen does nothing: pipes have one size here.
func widen(*os.File) {}

// residentSize is not known here; V8's own heap limit stays.
func residentSize(int) int64 { return 0 }
