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

	"estate/harness/command"
	"estate/internal/cms/wordpress"
	"estate/internal/tests/program"
)

// maxFactor is the maximum time of the first sync, as a multiple of the time in which
// WordPress serves all lists once.
const maxFactor = 10

// measureCopy compares the time of the first sync with the time in which WordPress serves
// the same lists, page by page.
func (r *run) measureCopy(ctx context.Context) error {
	served, err := r.serveOnce(ctx)
	if err != nil {
		return err
	}
	r.copyDir = filepath.Join(r.folder, "copied")
	begin := time.Now()
	site, err := r.start(ctx, r.copyDir, "replica", fixtureSecret)
	if err != nil {
		return err
	}
	took := time.Since(begin)
	defer site.Stop()
	r.report.Check("copy",
		fmt.Sprintf("%d properties and %d posts: less than %d times the time of serving them once", r.properties, r.posts, maxFactor),
		fmt.Sprintf("%s and %s: %.1f times", command.Round(took), command.Round(served), took.Seconds()/served.Seconds()),
		took < maxFactor*served)
	return r.compare(ctx, site, "copy")
}

// serveOnce reads all pages of every list, 100 entities a page.
func (r *run) serveOnce(ctx context.Context) (time.Duration, error) {
	begin := time.Now()
	for _, base := range []string{"/wp-json/wp/v2/", "/es/wp-json/wp/v2/"} {
		for _, endpoint := range lists {
			if base != "/wp-json/wp/v2/" && isShared(endpoint) {
				continue // entities have both languages
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
		return false, fmt.Errorf("%s: status %s", address, response.Status)
	}
	_, pages := wordpress.Totals(response.Header, 0)
	return page >= pages, nil
}

// compare compares the replica with WordPress, entity by entity, after a reconciliation.
func (r *run) compare(ctx context.Context, site *program.Program, part string) error {
	start := time.Now()
	if err := r.operator(ctx, http.MethodPost, "/do/compare", nil); err != nil {
		return err
	}
	err := site.Await(ctx, 3*time.Minute, "the reconciliation is complete", func() bool {
		status, err := r.status(ctx)
		return err == nil && status.ReconciledAt.After(start) && status.LastError == ""
	})
	if err != nil {
		return err
	}
	want, err := publishedContent(ctx, r.proxy.address, r.proxy.address, site.Address)
	if err != nil {
		return err
	}
	got, err := publishedContent(ctx, site.Address, r.proxy.address, site.Address)
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
	r.report.Check(part, "the replica equals WordPress, entity by entity", fmt.Sprintf("%d compared, %d different", len(want), len(different)),
		len(different) == 0)
	return nil
}

// plainJSON encodes JSON without escaping of HTML.
func plainJSON(value any) string {
	var b strings.Builder
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		return err.Error()
	}
	return b.String()
}
