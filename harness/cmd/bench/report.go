package main

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"time"
)

// series are the measurements of one contender.
type series []float64

// median is the median, 0 without measurements.
func (s series) median() float64 {
	sorted := slices.Sorted(slices.Values(s))
	if len(sorted) == 0 {
		return 0
	}
	return sorted[len(sorted)/2]
}

// spread prints the lowest and highest measurement.
func (s series) spread(format string) string {
	return fmt.Sprintf(format+" to "+format, slices.Min(s), slices.Max(s))
}

// report prints the lines of a table.
type report struct{ out io.Writer }

// begin prints the machine, the commit and the head of the table.
func (r report) begin() {
	cpu := "unknown processor"
	if data, err := os.ReadFile("/proc/cpuinfo"); err == nil {
		cpu = firstMatch(`model name\s*:\s*(.+)`, string(data))
	}
	commit := "unknown"
	if out, err := exec.Command("git", "rev-parse", "--short", "HEAD").Output(); err == nil {
		commit = strings.TrimSpace(string(out))
	}
	fmt.Fprintf(r.out, `%s, commit %s, %d cores (%s), %s. Medians of alternating runs, with the lowest and highest in brackets.

| what | Estate | compared with, in the same run | budget |
|---|---|---|---|
`, time.Now().Format(time.DateOnly), commit, runtime.NumCPU(), cpu, runtime.Version())
}

// add prints a line.
func (r report) add(what, figure, compared, budget string) {
	fmt.Fprintf(r.out, "| %s | %s | %s | %s |\n", what, figure, compared, budget)
}
