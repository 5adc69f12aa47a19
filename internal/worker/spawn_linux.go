package worker

import (
	"bytes"
	"fmt"
	"os"
	"strconv"
	"syscall"
)

// pipeSize lets a whole View or document through in one go.
const pipeSize = 1 << 20

const setPipeSize = 1031 // F_SETPIPE_SZ

// ownGroup puts a child into a process group of its own, so that it is killed with
// its descendants, and has the kernel end it with us even when it spins and never reads its pipe.
func ownGroup() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}

func killGroup(p *os.Process) {
	if syscall.Kill(-p.Pid, syscall.SIGKILL) != nil {
		_ = p.Kill() // it has ended already
	}
}

// widen enlarges a pipe's buffer. Where the system refuses, the pipe works as it is.
func widen(f *os.File) {
	conn, err := f.SyscallConn()
	if err != nil {
		return
	}
	_ = conn.Control(func(fd uintptr) {
		_, _, _ = syscall.Syscall(syscall.SYS_FCNTL, fd, setPipeSize, pipeSize)
	})
}

// residentSize is a process's memory in bytes, 0 when it is not known.
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
