package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"time"
)

// startAndMemory measures the time to the first response and the memory under load, for
// several numbers of properties.
func (o options) startAndMemory(ctx context.Context, r *report) error {
	sizes := []int{0, 10_000}
	if o.large {
		sizes = append(sizes, 1_000_000)
	}
	for _, properties := range sizes {
		if err := o.startWith(ctx, r, properties); err != nil {
			return err
		}
	}
	return nil
}

// startWith measures a store with a number of generated properties.
func (o options) startWith(ctx context.Context, r *report, properties int) error {
	data := filepath.Join(o.folder, "store-"+strconv.Itoa(properties))
	begin := time.Now()
	out, err := exec.CommandContext(ctx, o.program, "demo", "--data", data, "--properties", strconv.Itoa(properties)).CombinedOutput()
	if err != nil {
		return fmt.Errorf("fill a store: %w: %s", err, out)
	}
	filled := time.Since(begin)
	info, err := os.Stat(filepath.Join(data, "estate.db"))
	if err != nil {
		return err
	}
	var starts, goMB, renderMB, picturesMB series
	for range 3 {
		site, err := o.startSite(ctx, data)
		if err != nil {
			return err
		}
		script, err := o.queries(9)
		if err == nil {
			_, err = wrk(ctx, o.duration, 8, script, site.Address, "Accept-Encoding: gzip")
		}
		u, measureErr := measure(site.PID())
		site.Stop()
		if err := errors.Join(err, measureErr); err != nil {
			return fmt.Errorf("load: %w", err)
		}
		starts = append(starts, site.Took.Seconds())
		goMB, renderMB, picturesMB = append(goMB, u.self), append(renderMB, u.render), append(picturesMB, u.pictures)
	}
	what := "demo agency"
	goal := "≤ 1 s and ≤ 250 MB with 10,000 properties"
	compared := ""
	if properties > 0 {
		what = fmt.Sprintf("demo agency and %d properties", properties)
		compared = fmt.Sprintf("store filled in %.1f s, %d MB on disk", filled.Seconds(), info.Size()>>20)
	}
	r.add("start to first answer, "+what, fmt.Sprintf("%.2f s (%s)", starts.median(), starts.spread("%.2f")), compared, goal)
	r.add("memory under load, "+what,
		fmt.Sprintf("%.0f MB: Go %.0f, two render workers %.0f", goMB.median()+renderMB.median(), goMB.median(), renderMB.median()),
		fmt.Sprintf("and the picture worker, %.0f MB", picturesMB.median()), "")
	return nil
}
