package worker

import (
	"bytes"
	"fmt"
	"os"
	"strconv"
	"syscall"
)

// pipeSize is the buffer of a pipe in bytes: a whole View or document fits.
const pipeSize = 1 << 20

const setPipeSize = 1031 // F_SETPIPE_SZ

// processGroup puts a child into its own process group, so that it is killed with its
// descendants. The kernel kills it when the parent dies, even if it never reads its pipe.
func processGroup() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}

func killGroup(p *os.Process) {
	if syscall.Kill(-p.Pid, syscall.SIGKILL) != nil {
		_ = p.Kill() // the group is empty
	}
}

// lowerPriority lowers the priority of a child. If the system refuses, it stays as it is.
func lowerPriority(pid int) {
	if priority, err := syscall.Getpriority(syscall.PRIO_PROCESS, pid); err == nil { // 20 less the niceness
		_ = syscall.Setpriority(syscall.PRIO_PROCESS, pid, 20-priority+niceness)
	}
}

// enlarge sets the buffer of a pipe to pipeSize. If the system refuses, the pipe keeps its size.
func enlarge(f *os.File) {
	conn, err := f.SyscallConn()
	if err != nil {
		return
	}
	_ = conn.Control(func(fd uintptr) {
		_, _, _ = syscall.Syscall(syscall.SYS_FCNTL, fd, setPipeSize, pipeSize)
	})
}

// residentSize returns the resident memory of a process in bytes, 0 if unknown.
func residentSize(pid int) int64 {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/statm", pid))
	if err != nil {
		return 0
	}
	fields := bytes.Fields(text)
	if len(fields) < 2 {
		return 0
	}
	pages, err := strconv.ParseInt(string(fields[1]), 10, 64)
	if err != nil {
		return 0
	}
	return pages * int64(os.Getpagesize())
}
