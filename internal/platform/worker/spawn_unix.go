//go:build unix && !linux

package worker

import (
	"os"
	"syscall"
)

// processGroup puts a child into its own process group, so that it is killed with its descendants.
func processGroup() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }

func killGroup(p *os.Process) {
	if syscall.Kill(-p.Pid, syscall.SIGKILL) != nil {
		p.Kill()
	}
}

// lowerPriority lowers the priority of a child. If the system refuses, it stays as it is.
func lowerPriority(pid int) { _ = syscall.Setpriority(syscall.PRIO_PROCESS, pid, niceness) }

// enlarge does nothing: the size of a pipe is fixed here.
func enlarge(*os.File) {}

// residentSize is unknown here; the heap limit of V8 remains.
func residentSize(int) int64 { return 0 }
