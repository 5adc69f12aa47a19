package main

import (
	"fmt"
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

// report has the lines of the table.
type report struct{ lines []string }

// add adds and prints a line.
func (r *report) add(what, figure, compared, goal string) {
	line := fmt.Sprintf("| %s | %s | %s | %s |", what, figure, compared, goal)
	fmt.Fprintln(os.Stderr, " ", line)
	r.lines = append(r.lines, line)
}

// write replaces the table in a file.
func (r *report) write(file string) error {
	cpu := "unknown processor"
	if data, err := os.ReadFile("/proc/cpuinfo"); err == nil {
		cpu = firstMatch(`model name\s*:\s*(.+)`, string(data))
	}
	commit := "unknown"
	if out, err := exec.Command("git", "rev-parse", "--short", "HEAD").Output(); err == nil {
		commit = strings.TrimSpace(string(out))
	}
	text := fmt.Sprintf(`# Performance

Made by `+"`make bench`"+` on %s at commit %s: %d cores (%s), %s. Each figure is the median of alternating runs, with the lowest and highest
in brackets. Load generator, site and peers share the machine, so ratios carry over to others and absolute figures do not.

| what | Estate | compared with, in the same run | goal |
|---|---|---|---|
%s
`, time.Now().Format("2006-01-02"), commit, runtime.NumCPU(), cpu, runtime.Version(), strings.Join(r.lines, "\n"))
	return os.WriteFile(file, []byte(text+laterSections(file)), 0o644)
}

// laterSections are the sections that other benchmarks wrote below the table.
func laterSections(file string) string {
	before, err := os.ReadFile(file)
	if err != nil {
		return ""
	}
	if at := strings.Index(string(before), "\n## "); at >= 0 {
		return string(before[at:])
	}
	return ""
}
