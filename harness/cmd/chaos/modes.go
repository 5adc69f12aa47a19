package main

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"time"

	"estate/harness/command"
	"estate/internal/cms/wordpress"
	"estate/internal/content/i18n"
	"estate/internal/tests/program"
)

// seenPages is the number of pages that are requested before the faults.
const seenPages = 120

// links are links of the site, first those of general pages.
func (r *run) links(ctx context.Context) ([]string, error) {
	links := []string{"/", "/es/", "/properties/", "/es/properties/", "/developments/", "/blog/", "/es/blog/", "/about/", "/favorites/"}
	for page := 2; page < 12; page++ {
		links = append(links, fmt.Sprintf("/properties/page/%d/", page), fmt.Sprintf("/es/blog/page/%d/", page))
	}
	client, err := newClient(r.proxy.address)
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
				entities, _, err := client.FetchByIDs(ctx, lang, endpoint, ids)
				if err != nil {
					return nil, err
				}
				for _, one := range entities {
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

// startWithVisitors starts the site, its links and the visitors.
func (r *run) startWithVisitors(ctx context.Context, data, mode string) (*program.Program, *pages, *visitors, error) {
	links, err := r.links(ctx)
	if err != nil {
		return nil, nil, nil, err
	}
	if len(links) <= seenPages {
		return nil, nil, nil, fmt.Errorf("WordPress has %d pages, but at least %d are needed; increase -properties", len(links), seenPages)
	}
	site, err := r.start(ctx, data, mode, fixtureSecret)
	if err != nil {
		return nil, nil, nil, err
	}
	return site, &pages{seen: links[:seenPages], unseen: links[seenPages:]}, newVisitors(site.Address, r.rate), nil
}

// replica runs the scenarios in replica mode: no request may fail.
func (r *run) replica(ctx context.Context) error {
	site, visit, v, err := r.startWithVisitors(ctx, cmp.Or(r.copyDir, filepath.Join(r.folder, "replica")), "replica")
	if err != nil {
		return err
	}
	defer site.Stop()
	if err := r.runScenarios(ctx, v, visit.next); err != nil {
		return err
	}
	for _, s := range r.scenarios() {
		a := v.stats[s.name]
		bad := a.failed + a.stale5xx + a.unseen5xx
		r.report.Check("replica", "WordPress "+s.name+": no request fails",
			fmt.Sprintf("%d sent, %d for new pages, %d failed, p99 %s %s", a.sent, a.unseen, bad, command.Round(command.Quantile(a.times, 0.99)),
				a.first),
			bad == 0 && a.unseen > 0)
	}
	return r.compare(ctx, site, "replica")
}

// live runs the scenarios in live mode: pages that were requested before must be served.
func (r *run) live(ctx context.Context) error {
	site, visit, v, err := r.startWithVisitors(ctx, filepath.Join(r.folder, "live"), "live")
	if err != nil {
		return err
	}
	defer site.Stop()
	for _, link := range visit.seen { // fills the cache
		if status, err := v.get(ctx, link); err != nil || status >= 500 {
			return fmt.Errorf("%s before the faults: %d %w", link, status, err)
		}
	}
	if err := r.runScenarios(ctx, v, visit.known); err != nil {
		return err
	}
	for _, s := range r.scenarios() {
		a := v.stats[s.name]
		bad := a.failed + a.stale5xx
		r.report.Check("live", "WordPress "+s.name+": pages seen before are served",
			fmt.Sprintf("%d sent, %d failed, p99 %s %s", a.sent, bad, command.Round(command.Quantile(a.times, 0.99)), a.first),
			bad == 0 && a.sent > 0)
	}
	return nil
}

// runScenarios runs all scenarios with requests and edits. Each ends before the next
// begins.
func (r *run) runScenarios(ctx context.Context, v *visitors, next func() (string, bool)) error {
	ids, err := r.editable(ctx)
	if err != nil {
		return err
	}
	scenarios := r.scenarios()
	length := r.length / time.Duration(len(scenarios))
	for n, s := range scenarios {
		if err := s.begin(ctx); err != nil {
			return fmt.Errorf("%s: %w", s.name, err)
		}
		// Edits that WordPress stores must be in the replica at the end.
		for i := range 3 {
			_, _ = r.edit(ctx, ids[(n*3+i)%len(ids)], fmt.Sprintf("Edited while it was %s, %d", s.name, i)) // WordPress may be down
		}
		v.sendDuring(ctx, s.name, length, next)
		if err := s.end(ctx); err != nil {
			return fmt.Errorf("end of %s: %w", s.name, err)
		}
		fmt.Printf("  %s: done\n", s.name)
	}
	return ctx.Err()
}
