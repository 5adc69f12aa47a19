package main

import (
	"context"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"
)

// largestDocument bounds what is read of one answer.
const largestDocument = 64 << 20

// walk follows every link of the site once.
type walk struct {
	site     string // http://127.0.0.1:port
	client   *http.Client
	most     options
	queries  int              // links with a query that were followed
	pages    map[string]*page // by link, path and query
	pictures map[string]string
	anchors  []anchor
	faults   faults
}

// anchor is a link to a place inside a page.
type anchor struct{ from, to, id string }

func newWalk(site string, o options) *walk {
	return &walk{
		site: site, most: o, pages: map[string]*page{}, pictures: map[string]string{}, faults: faults{},
		client: &http.Client{
			Timeout:       time.Minute,
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
	}
}

// run fetches wave after wave: all links of the pages of the last one.
func (w *walk) run(ctx context.Context) error {
	wave := w.unseen("", []string{"/", "/es/", "/sitemap.xml", "/robots.txt"})
	for len(wave) > 0 {
		if err := w.fetch(ctx, wave); err != nil {
			return err
		}
		var next []*page
		for _, p := range wave {
			next = append(next, w.unseen(p.link, p.links)...)
			for _, address := range p.pictures {
				w.picture(p.link, address)
			}
		}
		wave = next
	}
	return w.fetch(ctx, w.sample())
}

// unseen files links that nobody has followed yet, and gives their pages.
func (w *walk) unseen(from string, links []string) []*page {
	var fresh []*page
	for _, raw := range links {
		link, id, inside := w.inside(from, raw)
		if !inside {
			continue
		}
		if id != "" {
			w.anchors = append(w.anchors, anchor{from, link, id})
		}
		if w.pages[link] != nil {
			continue
		}
		if strings.Contains(link, "?") {
			if w.queries >= w.most.queries {
				continue
			}
			w.queries++
		}
		p := &page{link: link, from: from}
		w.pages[link] = p
		fresh = append(fresh, p)
	}
	return fresh
}

// inside is the link of an address, when it is one of the site's.
func (w *walk) inside(from, raw string) (link, id string, inside bool) {
	base, err := url.Parse(w.site + from)
	if err != nil {
		return "", "", false
	}
	to, err := base.Parse(strings.TrimSpace(raw))
	if err != nil {
		w.faults.add("addresses that cannot be read", from, raw)
		return "", "", false
	}
	if to.Scheme+"://"+to.Host != w.site {
		return "", "", false
	}
	return to.RequestURI(), to.Fragment, true
}

func (w *walk) picture(from, raw string) {
	if link, _, inside := w.inside(from, raw); inside && w.pictures[link] == "" {
		w.pictures[link] = from
	}
}

// sample spreads the pictures to fetch over all that were seen.
func (w *walk) sample() []*page {
	all := slices.Sorted(maps.Keys(w.pictures))
	count := min(len(all), max(w.most.pictures, 0))
	var sample []*page
	for i := range count {
		link := all[i*len(all)/count]
		if w.pages[link] == nil {
			p := &page{link: link, from: w.pictures[link]}
			w.pages[link] = p
			sample = append(sample, p)
		}
	}
	return sample
}

func (w *walk) fetch(ctx context.Context, wave []*page) error {
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(4)
	for _, p := range wave {
		group.Go(func() error { return w.get(ctx, p) })
	}
	return group.Wait()
}

func (w *walk) get(ctx context.Context, p *page) error {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, w.site+p.link, nil)
	if err != nil {
		return err
	}
	response, err := w.client.Do(request)
	if err != nil {
		return fmt.Errorf("the site has gone: %w", err)
	}
	defer func() { _ = response.Body.Close() }() // it was only read
	body, err := io.ReadAll(io.LimitReader(response.Body, largestDocument))
	if err != nil {
		return fmt.Errorf("read %s: %w", p.link, err)
	}
	p.status, p.location = response.StatusCode, response.Header.Get("Location")
	p.read(response.Header.Get("Content-Type"), body)
	return nil
}

func (w *walk) summary() string {
	documents := 0
	for _, p := range w.pages {
		if p.isHTML {
			documents++
		}
	}
	return fmt.Sprintf("%d addresses, %d of them pages, %d with a query, %d pictures seen", len(w.pages), documents, w.queries, len(w.pictures))
}
