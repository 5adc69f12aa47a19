package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"time"

	"estate/internal/tests/program"
)

// startAndMemory measures the time to the first response and the memory under load, for
// several numbers of properties.
func (o options) startAndMemory(ctx context.Context, r report) error {
	sizes := []int{0, 20_000, 100_000}
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
func (o options) startWith(ctx context.Context, r report, properties int) error {
	data := filepath.Join(o.folder, "store-"+strconv.Itoa(properties))
	begin := time.Now()
	if err := o.fill(ctx, data, properties); err != nil {
		return err
	}
	filled := time.Since(begin)
	info, err := os.Stat(filepath.Join(data, "estate.db"))
	if err != nil {
		return err
	}
	var starts, startCPU, goMB, renderMB, picturesMB series
	for round := range 4 {
		site, err := o.startSite(ctx, data)
		if err != nil {
			return err
		}
		begun, err := measure(site.PID())
		if err != nil {
			site.Stop()
			return err
		}
		if round == 0 && properties > 0 {
			if err := o.sitemap(ctx, r, site, properties); err != nil {
				site.Stop()
				return err
			}
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
		starts, startCPU = append(starts, site.Took.Seconds()), append(startCPU, begun.selfCPU.Seconds())
		goMB, renderMB, picturesMB = append(goMB, u.self), append(renderMB, u.render), append(picturesMB, u.pictures)
	}
	what := "demo agency"
	compared := ""
	if properties > 0 {
		what = fmt.Sprintf("demo agency and %d properties", properties)
		compared = fmt.Sprintf("store filled in %.1f s, %d MB on disk", filled.Seconds(), info.Size()>>20)
	}
	r.add("start to first answer, "+what,
		fmt.Sprintf("%.2f s (%s), %.2f s CPU of Go", starts.median(), starts.spread("%.2f"), startCPU.median()), compared, startGoal(properties))
	r.add("memory under load, "+what,
		fmt.Sprintf("%.0f MB: Go %.0f, two render workers %.0f", goMB.median()+renderMB.median(), goMB.median(), renderMB.median()),
		fmt.Sprintf("and the picture worker, %.0f MB", picturesMB.median()), memoryGoal(properties))
	return nil
}

func startGoal(properties int) string {
	switch {
	case properties <= 20_000:
		return "≤ 0.5 s"
	case properties <= 100_000:
		return "≤ 2 s"
	}
	return ""
}

func memoryGoal(properties int) string {
	if properties <= 20_000 {
		return "≤ 230 MB"
	}
	return ""
}

// maxSitemapFiles bounds the files that are read: there are 200 with 1,000,000 properties.
const maxSitemapFiles = 30

// sitemap reads the first files of the sitemap and measures the memory of the program after it.
func (o options) sitemap(ctx context.Context, r report, site *program.Program, properties int) error {
	before, err := measure(site.PID())
	if err != nil {
		return err
	}
	begin := time.Now()
	index, _, err := fetch(ctx, site.Address+"/sitemap.xml", "")
	if err != nil {
		return err
	}
	files, size := 0, 0
	for _, loc := range regexp.MustCompile(`<loc>https?://[^/<]+([^<]+)</loc>`).FindAllSubmatch(index, maxSitemapFiles) {
		file, _, err := fetch(ctx, site.Address+string(loc[1]), "")
		if err != nil {
			return err
		}
		files, size = files+1, size+len(file)
	}
	took := time.Since(begin)
	after, err := measure(site.PID())
	if err != nil {
		return err
	}
	r.add(fmt.Sprintf("sitemap of %d properties", properties), fmt.Sprintf("%.1f s for %d files, %d MB", took.Seconds(), files, size>>20),
		fmt.Sprintf("memory of Go before and after: %.0f and %.0f MB", before.self, after.self), "bounded memory")
	return nil
}
