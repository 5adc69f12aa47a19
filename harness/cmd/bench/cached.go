package main

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"path/filepath"
	"time"

	"estate/harness/baseline"
	"estate/internal/tests/program"
)

// resultsPage is the measured page: the results without a filter.
const resultsPage = "/properties/"

// cachedPage measures how Estate, a minimal net/http handler and nginx send the same
// compressed bytes.
func (o options) cachedPage(ctx context.Context, r report) error {
	site, err := o.startSite(ctx, filepath.Join(o.folder, "demo"))
	if err != nil {
		return err
	}
	defer site.Stop()
	body, head, err := warm(ctx, site.Address+resultsPage)
	if err != nil {
		return err
	}
	bare, err := baseline.Start(ctx, o.folder, body)
	if err != nil {
		return err
	}
	defer bare.Stop()
	nginx, err := o.startNginx(ctx, body)
	if err != nil {
		return err
	}
	defer nginx.Stop()

	rates, err := o.measureRates(ctx, site, bare, nginx)
	if err != nil {
		return err
	}
	estate := rates[0].median()
	r.add(
		fmt.Sprintf("cached results page, %d bytes brotli", len(body)),
		fmt.Sprintf("%.0f/s (%s)", estate, rates[0].spread("%.0f")),
		fmt.Sprintf("net/http %.0f/s: **%.2f** of it; nginx %.0f/s: **%.2f** of it",
			rates[1].median(), estate/rates[1].median(), rates[2].median(), estate/rates[2].median()),
		"≥ 0.8 of net/http",
	)
	r.add(
		"HTML of a 24-card results page",
		fmt.Sprintf("%.1f KB brotli", float64(len(body))/1000),
		fmt.Sprintf("with headers %.1f KB of the initial congestion window of %.1f KB", float64(len(body)+headSize(head))/1000,
			initialWindow/1000.0),
		"≤ 14 KB with headers",
	)
	return nil
}

// initialWindow is the initial congestion window in bytes: ten segments (RFC 6928).
const initialWindow = 10 * 1460

// headSize is the size of the status line and headers of a response in bytes.
func headSize(head http.Header) int {
	var b bytes.Buffer
	_ = head.Write(&b) // a buffer does not fail
	return len("HTTP/1.1 200 OK\r\n") + b.Len() + len("\r\n")
}

// measureRates measures the requests a second of each contender, in turn.
func (o options) measureRates(ctx context.Context, contenders ...*program.Program) ([]series, error) {
	rates := make([]series, len(contenders))
	for range o.rounds {
		for i, p := range contenders {
			l, err := wrk(ctx, o.duration, 32, "", p.Address+resultsPage, "Accept-Encoding: br")
			if err != nil {
				return nil, err
			}
			if l.failed {
				return nil, fmt.Errorf("%s: error responses", p.Address)
			}
			rates[i] = append(rates[i], l.perSecond)
		}
	}
	return rates, nil
}

// warm repeats the request until the page is compressed with brotli at its best level, which happens
// in the background. A client that accepts zstd gets zstd until then, others brotli at a fast level.
func warm(ctx context.Context, url string) (body []byte, head http.Header, err error) {
	for range 100 {
		if body, head, err = fetch(ctx, url, "br, zstd"); err != nil {
			return nil, nil, err
		}
		if head.Get("Content-Encoding") == "br" {
			return body, head, nil
		}
		time.Sleep(100 * time.Millisecond)
	}
	return nil, nil, fmt.Errorf("%s is not compressed with brotli", url)
}
