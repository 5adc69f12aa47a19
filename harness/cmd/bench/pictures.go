package main

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
)

// pictures measures the first generation of renditions.
func (o options) pictures(ctx context.Context, r report) error {
	site, err := o.startSite(ctx, filepath.Join(o.folder, "pictures"))
	if err != nil {
		return err
	}
	defer site.Stop()
	originals := []string{
		"villa-01-golden-hour-pool", "coast-01-aerial-day", "interior-02-lounge-golden-hour", "marina-01-dusk",
		"villa-03-dusk-infinity",
	}
	for _, format := range []string{"avif", "webp", "jpg"} {
		for _, width := range []int{640, 1280} {
			var cpu, size series
			for _, original := range originals {
				var rendition []byte
				ms, err := cpuTime(site, func() (err error) {
					rendition, _, err = fetch(ctx, fmt.Sprintf("%s/media/%s-%d.%s", site.Address, original, width, format), "")
					return err
				})
				if err != nil {
					return err
				}
				cpu = append(cpu, ms)
				size = append(size, float64(len(rendition))/1000)
			}
			r.add(fmt.Sprintf("first %s of %d px from 1600 × 1067", strings.ToUpper(format), width),
				fmt.Sprintf("%.0f ms CPU (%s), %.0f KB", cpu.median(), cpu.spread("%.0f"), size.median()), "", "made once")
		}
	}
	return nil
}
