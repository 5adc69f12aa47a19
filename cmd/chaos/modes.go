package main

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"time"

	"estate/internal/i18n"
	"estate/internal/tests/program"
	"estate/internal/wordpress"
)

// seenPages is how many pages visitors know before anything goes wrong.
const seenPages = 120

// links are pages of the site, the general ones first.
func (r *run) links(ctx context.Context) ([]string, error) {
	links := []string{"/", "/es/", "/properties/", "/es/properties/", "/developments/", "/blog/", "/es/blog/", "/about/", "/favorites/"}
	for page := 2; page < 12; page++ {
		links = append(links, fmt.Sprintf("/properties/page/%d/", page), fmt.Sprintf("/es/blog/page/%d/", page))
	}
	client, err := asker(r.proxy.address)
	if err != nil {
		return nil, err
	}
	for _, lang := range i18n.Filled {
		for _, endpoint := range []string{"properties", "posts"} {
			stamps, _, err := client.Stamps(ctx, lang, endpoint, wordpress.StampQuery{})
			if err != nil {
				return nil, err
			}
			ids := make([]int, 0, 100)
			for _, stamp := range stamps[:min(len(stamps), 600)] {
				if ids = append(ids, stamp.ID); len(ids) < 100 {
					continue
				}
				taken, _, err := client.FetchByIDs(ctx, lang, endpoint, ids)
				if err != nil {
					return nil, err
				}
				for _, one := range taken {
					if link := one.LinkIn(lang); link != "" {
						links = append(links, link)
					}
				}
				ids = ids[:0]
			}
		}
	}
	return links, nil
}

// visited starts the site with visitors who know some of its pages.
func (r *run) visited(ctx context.Context, data, mode string) (*program.Program, *pages, *visitors, error) {
	links, err := r.links(ctx)
	if err != nil {
		return nil, nil, nil, err
	}
	if len(links) <= seenPages {
		return nil, nil, nil, fmt.Errorf("WordPress holds %d pages, visitors know %d of them; raise -properties", len(links), seenPages)
	}
	site, err := r.start(ctx, data, mode, bedSecret)
	if err != nil {
		return nil, nil, nil, err
	}
	return site, &pages{seen: links[:seenPages], unseen: links[seenPages:]}, newVisitors(site.Address, r.rate), nil
}

// replica runs the trials in front of a copy: visitors must not notice any.
func (r *run) replica(ctx context.Context) error {
	site, visit, v, err := r.visited(ctx, cmp.Or(r.copied, filepath.Join(r.folder, "replica")), "replica")
	if err != nil {
		return err
	}
	defer site.Stop()
	if err := r.suffer(ctx, v, visit.next); err != nil {
		return err
	}
	for _, t := range r.trials() {
		a := v.answer[t.name]
		bad := a.failed + a.stale5xx + a.unseen5xx
		r.report.promise("replica", "WordPress "+t.name+": no request fails",
			fmt.Sprintf("%d sent, %d of pages never seen, %d failed, p99 %s %s", a.sent, a.unseen, bad, round(quantile(a.times, 0.99)), a.first), bad == 0 && a.unseen > 0)
	}
	return r.compare(ctx, site, "replica")
}

// live runs the trials without a copy: what was seen before goes on being shown.
func (r *run) live(ctx context.Context) error {
	site, visit, v, err := r.visited(ctx, filepath.Join(r.folder, "live"), "live")
	if err != nil {
		return err
	}
	defer site.Stop()
	for _, link := range visit.seen { // visitors have been here
		if status, err := v.get(ctx, link); err != nil || status >= 500 {
			return fmt.Errorf("%s before anything is wrong: %d %w", link, status, err)
		}
	}
	if err := r.suffer(ctx, v, visit.known); err != nil {
		return err
	}
	for _, t := range r.trials() {
		a := v.answer[t.name]
		bad := a.failed + a.stale5xx
		r.report.promise("live", "WordPress "+t.name+": what was seen is shown",
			fmt.Sprintf("%d sent, %d failed, p99 %s %s", a.sent, bad, round(quantile(a.times, 0.99)), a.first), bad == 0 && a.sent > 0)
	}
	return nil
}

// suffer lets one thing after the other go wrong while visitors come and editors
// go on. WordPress is well again before the next.
func (r *run) suffer(ctx context.Context, v *visitors, next func() (string, bool)) error {
	ids, err := r.editable(ctx)
	if err != nil {
		return err
	}
	trials := r.trials()
	length := r.length / time.Duration(len(trials))
	for n, t := range trials {
		if err := t.begin(ctx); err != nil {
			return fmt.Errorf("%s: %w", t.name, err)
		}
		// Whatever editors do while WordPress lives must be in the copy at the end.
		for i := range 3 {
			_, _ = r.edit(ctx, ids[(n*3+i)%len(ids)], fmt.Sprintf("Edited while it was %s, %d", t.name, i)) // it may be dead
		}
		v.during(ctx, t.name, length, next)
		if err := t.end(ctx); err != nil {
			return fmt.Errorf("%s, its end: %w", t.name, err)
		}
		fmt.Printf("  %s: done\n", t.name)
	}
	return ctx.Err()
}
