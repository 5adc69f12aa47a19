package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// process is a program that was started for a measurement.
type process struct {
	cmd  *exec.Cmd
	addr string
	errs bytes.Buffer
	took time.Duration // from its start to its first answer
}

// start runs a program and waits until it answers ready on addr.
func start(ctx context.Context, ready string, addr, name string, args ...string) (*process, error) {
	p := &process{addr: addr}
	p.cmd = exec.CommandContext(ctx, name, args...)
	p.cmd.Stderr = &p.errs
	p.cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	begin := time.Now()
	if err := p.cmd.Start(); err != nil {
		return nil, fmt.Errorf("start %s: %w", name, err)
	}
	for time.Since(begin) < 10*time.Minute {
		response, err := http.Get("http://" + addr + ready)
		if err == nil {
			_, _ = io.Copy(io.Discard, response.Body)
			_ = response.Body.Close()
			p.took = time.Since(begin)
			return p, nil
		}
		if p.cmd.ProcessState != nil || ctx.Err() != nil {
			break
		}
		time.Sleep(2 * time.Millisecond)
	}
	p.stop()
	return nil, fmt.Errorf("%s did not answer on %s: %s", name, addr, p.errs.String())
}

// stop ends the program and everything it started.
func (p *process) stop() {
	_ = p.cmd.Process.Signal(syscall.SIGTERM)
	done := make(chan struct{})
	go func() { _ = p.cmd.Wait(); close(done) }()
	select {
	case <-done:
	case <-time.After(15 * time.Second):
		_ = syscall.Kill(-p.cmd.Process.Pid, syscall.SIGKILL)
		<-done
	}
}

// freeAddr is a loopback address nobody listens on.
func freeAddr() (string, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	return l.Addr().String(), l.Close()
}

// usage is the memory and CPU of a process, its children told apart. Memory is
// in MB, with pages that several processes share counted once (PSS).
type usage struct {
	self, render, pictures float64
	cpu                    time.Duration
}

// measure reads /proc: the program itself and every process it started.
func (p *process) measure() (usage, error) {
	var u usage
	self, err := readProc(p.cmd.Process.Pid)
	if err != nil {
		return u, err
	}
	u.self, u.cpu = self.memory, self.cpu
	entries, err := os.ReadDir("/proc")
	if err != nil {
		return u, err
	}
	for _, entry := range entries {
		pid, err := strconv.Atoi(entry.Name())
		if err != nil {
			continue
		}
		child, err := readProc(pid)
		if err != nil || child.parent != p.cmd.Process.Pid {
			continue // it ended meanwhile, or is somebody else's
		}
		if child.isRender {
			u.render += child.memory
		} else {
			u.pictures += child.memory
		}
		u.cpu += child.cpu
	}
	return u, nil
}

type procStat struct {
	parent   int
	isRender bool    // a render worker: the only ones whose heap is bounded by a flag
	memory   float64 // MB
	cpu      time.Duration
}

func readProc(pid int) (procStat, error) {
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return procStat{}, err
	}
	_, rest, found := strings.Cut(string(data), ") ")
	fields := strings.Fields(rest)
	if !found || len(fields) < 22 {
		return procStat{}, errors.New("/proc speaks another dialect")
	}
	number := func(i int) int { n, _ := strconv.Atoi(fields[i]); return n }
	const tick = 10 * time.Millisecond // USER_HZ is 100 on Linux
	stat := procStat{parent: number(1), cpu: time.Duration(number(11)+number(12)) * tick}
	command, err := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid))
	if err != nil {
		return procStat{}, err
	}
	stat.isRender = strings.Contains(string(command), "--max-old-space-size")
	if stat.memory, err = sharedMemory(pid); err != nil {
		stat.memory = float64(number(21)*os.Getpagesize()) / (1 << 20) // not ours to look into
	}
	return stat, nil
}

// sharedMemory is the PSS of a process in MB.
func sharedMemory(pid int) (float64, error) {
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/smaps_rollup", pid))
	if err != nil {
		return 0, err
	}
	kilobytes, err := strconv.ParseFloat(first(`(?m)^Pss:\s+(\d+) kB`, string(data)), 64)
	return kilobytes / 1024, err
}
