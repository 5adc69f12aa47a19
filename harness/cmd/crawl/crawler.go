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

// maxDocumentBytes is the maximum size of a document.
const maxDocumentBytes = 64 << 20

// crawler fetches every link of the site once.
type crawler struct {
	site     string // http://127.0.0.1:port
	client   *http.Client
	options  options
	queries  int              // number of fetched links with a query
	pages    map[string]*page // by link, path and query
	pictures map[string]string
	forms    map[string]string // page of the first form that leads to an address
	anchors  []anchor
	faults   faults
}

// anchor is a link with a fragment.
type anchor struct{ from, to, id string }

func newCrawler(site string, o options) *crawler {
	return &crawler{
		site: site, options: o, pages: map[string]*page{}, pictures: map[string]string{}, forms: map[string]string{}, faults: faults{},
		client: &http.Client{
			Timeout:       time.Minute,
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
	}
}

// run fetches links in batches: each batch has the new links of the batch before.
func (c *crawler) run(ctx context.Context) error {
	batch := c.addLinks("", []string{"/", "/es/", "/sitemap.xml", "/robots.txt"})
	for len(batch) > 0 {
		if err := c.fetch(ctx, batch); err != nil {
			return err
		}
		var next []*page
		for _, p := range batch {
			next = append(next, c.addLinks(p.link, p.links)...)
			for _, address := range p.pictures {
				c.addPicture(p.link, address)
			}
			for _, address := range p.forms {
				if link, _, inside := c.resolve(p.link, address); inside && c.forms[link] == "" {
					c.forms[link] = p.link
				}
			}
		}
		batch = next
	}
	if err := c.fetch(ctx, c.samplePictures()); err != nil {
		return err
	}
	return c.sendForms(ctx)
}

// maxForms bounds the forms that are sent: each page has one with its own values.
const maxForms = 100

// sendForms sends forms as they are and follows their redirects: the normal form of the results.
func (c *crawler) sendForms(ctx context.Context) error {
	client := &http.Client{Timeout: time.Minute}
	links := slices.Sorted(maps.Keys(c.forms))
	for _, link := range links[:min(len(links), maxForms)] {
		request, err := http.NewRequestWithContext(ctx, http.MethodGet, c.site+link, nil)
		if err != nil {
			return err
		}
		response, err := client.Do(request)
		if err != nil {
			return fmt.Errorf("send the form %s: %w", link, err)
		}
		_ = response.Body.Close() // only the status is needed
		if response.StatusCode >= http.StatusBadRequest {
			c.faults.addf("forms that lead to an error", c.forms[link], "%s: status %d", link, response.StatusCode)
		}
	}
	return nil
}

// addLinks adds links that are not fetched yet and returns their pages.
func (c *crawler) addLinks(from string, links []string) []*page {
	var added []*page
	for _, raw := range links {
		link, id, inside := c.resolve(from, raw)
		if !inside {
			continue
		}
		if id != "" {
			c.anchors = append(c.anchors, anchor{from, link, id})
		}
		if c.pages[link] != nil {
			continue
		}
		if strings.Contains(link, "?") {
			if c.queries >= c.options.queries {
				continue
			}
			c.queries++
		}
		p := &page{link: link, from: from}
		c.pages[link] = p
		added = append(added, p)
	}
	return added
}

// resolve returns a URL as a link of the site, and its fragment.
func (c *crawler) resolve(from, raw string) (link, id string, inside bool) {
	base, err := url.Parse(c.site + from)
	if err != nil {
		return "", "", false
	}
	to, err := base.Parse(strings.TrimSpace(raw))
	if err != nil {
		c.faults.add("invalid URLs", from, raw)
		return "", "", false
	}
	if to.Scheme+"://"+to.Host != c.site {
		return "", "", false
	}
	return to.RequestURI(), to.Fragment, true
}

func (c *crawler) addPicture(from, raw string) {
	if link, _, inside := c.resolve(from, raw); inside && c.pictures[link] == "" {
		c.pictures[link] = from
	}
}

// samplePictures returns pictures to fetch, evenly sampled from all.
func (c *crawler) samplePictures() []*page {
	all := slices.Sorted(maps.Keys(c.pictures))
	count := min(len(all), max(c.options.pictures, 0))
	var sample []*page
	for i := range count {
		link := all[i*len(all)/count]
		if c.pages[link] == nil {
			p := &page{link: link, from: c.pictures[link]}
			c.pages[link] = p
			sample = append(sample, p)
		}
	}
	return sample
}

func (c *crawler) fetch(ctx context.Context, batch []*page) error {
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(4)
	for _, p := range batch {
		group.Go(func() error { return c.get(ctx, p) })
	}
	return group.Wait()
}

func (c *crawler) get(ctx context.Context, p *page) error {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, c.site+p.link, nil)
	if err != nil {
		return err
	}
	response, err := c.client.Do(request)
	if err != nil {
		return fmt.Errorf("the site does not answer: %w", err)
	}
	defer func() { _ = response.Body.Close() }() // read only
	body, err := io.ReadAll(io.LimitReader(response.Body, maxDocumentBytes))
	if err != nil {
		return fmt.Errorf("read %s: %w", p.link, err)
	}
	p.status, p.location = response.StatusCode, response.Header.Get("Location")
	p.read(response.Header.Get("Content-Type"), body)
	return nil
}

func (c *crawler) summary() string {
	documents := 0
	for _, p := range c.pages {
		if p.isHTML {
			documents++
		}
	}
	return fmt.Sprintf("%d links, %d of them pages, %d with a query; %d pictures found", len(c.pages), documents, c.queries, len(c.pictures))
}
