package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"path/filepath"
	"strings"
	"time"

	"estate/internal/tests/program"
)

// mostTimes is how much longer a copy may take than serving everything once.
const mostTimes = 10

// copying measures a copy beside the time that WordPress itself needs to serve the
// same lists, one page after the other.
func (r *run) copying(ctx context.Context) error {
	served, err := r.serveOnce(ctx)
	if err != nil {
		return err
	}
	r.copied = filepath.Join(r.folder, "copied")
	begin := time.Now()
	site, err := r.start(ctx, r.copied, "replica", bedSecret)
	if err != nil {
		return err
	}
	took := time.Since(begin)
	defer site.Stop()
	r.report.promise("copy", fmt.Sprintf("%d homes and %d posts in less than %d times of serving them once", r.properties, r.posts, mostTimes),
		fmt.Sprintf("%s beside %s: %.1f times", round(took), round(served), took.Seconds()/served.Seconds()), took < mostTimes*served)
	return r.compare(ctx, site, "copy")
}

// serveOnce reads every list to its end, a hundred at a time, as a loop of curl would.
func (r *run) serveOnce(ctx context.Context) (time.Duration, error) {
	begin := time.Now()
	for _, base := range []string{"/wp-json/wp/v2/", "/es/wp-json/wp/v2/"} {
		for _, endpoint := range lists {
			if base != "/wp-json/wp/v2/" && isShared(endpoint) {
				continue // they carry both languages
			}
			for page := 1; ; page++ {
				last, err := r.servePage(ctx, fmt.Sprintf("%s%s%s?per_page=100&page=%d", r.proxy.address, base, endpoint, page), page)
				if err != nil {
					return 0, err
				}
				if last {
					break
				}
			}
		}
	}
	return time.Since(begin), nil
}

func (r *run) servePage(ctx context.Context, address string, page int) (last bool, err error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return false, err
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return false, err
	}
	defer func() { _ = response.Body.Close() }()
	if _, err := io.Copy(io.Discard, response.Body); err != nil {
		return false, err
	}
	if response.StatusCode != http.StatusOK {
		return false, fmt.Errorf("%s answers %s", address, response.Status)
	}
	return fmt.Sprint(page) >= response.Header.Get("X-WP-TotalPages") && len(fmt.Sprint(page)) >= len(response.Header.Get("X-WP-TotalPages")), nil
}

// compare holds the copy against WordPress, entity by entity, after one comparison
// of its own.
func (r *run) compare(ctx context.Context, site *program.Program, part string) error {
	asked := time.Now()
	if err := r.operator(ctx, http.MethodPost, "/do/compare", nil); err != nil {
		return err
	}
	err := site.Await(ctx, 3*time.Minute, "the copy was compared", func() bool {
		status, err := r.status(ctx)
		return err == nil && status.ReconciledAt.After(asked) && status.LastError == ""
	})
	if err != nil {
		return err
	}
	want, err := everything(ctx, r.proxy.address, r.proxy.address, site.Address)
	if err != nil {
		return err
	}
	got, err := everything(ctx, site.Address, r.proxy.address, site.Address)
	if err != nil {
		return err
	}
	different := differences(want, got)
	for i, line := range different {
		if i == 10 {
			fmt.Printf("  and %d more\n", len(different)-i)
			break
		}
		fmt.Println("  " + line)
	}
	r.report.promise(part, "the copy equals WordPress, entity by entity", fmt.Sprintf("%d compared, %d different", len(want), len(different)), len(different) == 0)
	return nil
}

// plain writes JSON with its markup as it is.
func plain(value any) string {
	var b strings.Builder
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		return err.Error()
	}
	return b.String()
}
