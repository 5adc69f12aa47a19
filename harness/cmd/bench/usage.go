package main

import (
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"

	"estate/internal/tests/program"
)

// usage is the memory and CPU time of a process and of its kinds of children. Memory is
// the PSS in MB, which counts shared pages once.
type usage struct {
	self, render, pictures float64
	cpu, selfCPU           time.Duration
}

// measure reads the usage of a process and its children from /proc.
func measure(pid int) (usage, error) {
	var u usage
	self, err := readProc(pid)
	if err != nil {
		return u, err
	}
	u.self, u.cpu, u.selfCPU = self.memory, self.cpu, self.cpu
	entries, err := os.ReadDir("/proc")
	if err != nil {
		return u, err
	}
	for _, entry := range entries {
		other, err := strconv.Atoi(entry.Name())
		if err != nil {
			continue
		}
		child, err := readProc(other)
		if err != nil || child.parent != pid {
			continue // it has ended, or is not a child
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

// cpuTime is the CPU time in ms of a program and its children during work.
func cpuTime(p *program.Program, work func() error) (ms float64, err error) {
	before, err := measure(p.PID())
	if err != nil {
		return 0, err
	}
	if err := work(); err != nil {
		return 0, err
	}
	after, err := measure(p.PID())
	return float64((after.cpu - before.cpu).Milliseconds()), err
}

type procStat struct {
	parent   int
	isRender bool    // a render worker, recognized by its heap limit flag
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
		return procStat{}, errors.New("/proc has an unknown format")
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
		stat.memory = float64(number(21)*os.Getpagesize()) / (1 << 20) // no permission to read the PSS
	}
	return stat, nil
}

// sharedMemory is the PSS of a process in MB.
func sharedMemory(pid int) (float64, error) {
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/smaps_rollup", pid))
	if err != nil {
		return 0, err
	}
	kilobytes, err := strconv.ParseFloat(firstMatch(`(?m)^Pss:\s+(\d+) kB`, string(data)), 64)
	return kilobytes / 1024, err
}
