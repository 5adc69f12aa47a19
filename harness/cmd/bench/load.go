package main

import (
	"context"
	"fmt"
	"os/exec"
	"regexp"
	"strconv"
	"time"
)

// load is the result of one run of wrk.
type load struct {
	perSecond float64
	failed    bool
}

// wrk sends requests to a loopback address for a duration.
func wrk(ctx context.Context, duration time.Duration, connections int, script, url string, headers ...string) (load, error) {
	args := []string{"-t1", fmt.Sprintf("-c%d", connections), fmt.Sprintf("-d%ds", int(duration.Seconds()))}
	if script != "" {
		args = append(args, "-s", script)
	}
	for _, header := range headers {
		args = append(args, "-H", header)
	}
	out, err := exec.CommandContext(ctx, "wrk", append(args, url)...).Output()
	if err != nil {
		return load{}, fmt.Errorf("wrk: %w; install the package wrk", err)
	}
	text := string(out)
	l := load{failed: regexp.MustCompile(`Non-2xx|Socket errors`).MatchString(text)}
	l.perSecond, err = strconv.ParseFloat(firstMatch(`Requests/sec:\s+([\d.]+)`, text), 64)
	if err != nil {
		return load{}, fmt.Errorf("no rate in the output of wrk: %s", text)
	}
	return l, nil
}

// firstMatch is the first group of a pattern in a text, "" without a match.
func firstMatch(pattern, text string) string {
	found := regexp.MustCompile(pattern).FindStringSubmatch(text)
	if found == nil {
		return ""
	}
	return found[1]
}
