package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"path/filepath"
	"strings"
)

// pictures makes renditions of originals for the first time and tells their cost.
func (o options) pictures(ctx context.Context, r *report) error {
	site, err := o.startSite(ctx, filepath.Join(o.folder, "pictures"))
	if err != nil {
		return err
	}
	defer site.Stop()
	originals := []string{"villa-01-golden-hour-pool", "coast-01-aerial-day", "interior-02-lounge-golden-hour", "marina-01-dusk", "villa-03-dusk-infinity"}
	for _, format := range []string{"avif", "webp", "jpg"} {
		for _, width := range []int{640, 1280} {
			var cpu, size series
			for _, original := range originals {
				before, err := measure(site.PID())
				if err != nil {
					return err
				}
				n, err := fetch(ctx, fmt.Sprintf("%s/media/%s-%d.%s", site.Address, original, width, format))
				if err != nil {
					return err
				}
				after, err := measure(site.PID())
				if err != nil {
					return err
				}
				cpu = append(cpu, float64((after.cpu - before.cpu).Milliseconds()))
				size = append(size, float64(n)/1000)
			}
			r.add(fmt.Sprintf("first %s of %d px from 1600 × 1067", strings.ToUpper(format), width),
				fmt.Sprintf("%.0f ms CPU (%s), %.0f KB", cpu.median(), cpu.spread("%.0f"), size.median()), "", "made once")
		}
	}
	return nil
}

func fetch(ctx context.Context, url string) (int64, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return 0, err
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return 0, err
	}
	defer func() { _ = response.Body.Close() }()
	n, err := io.Copy(io.Discard, response.Body)
	if response.StatusCode != http.StatusOK {
		return n, fmt.Errorf("%s: %s", url, response.Status)
	}
	return n, err
}
