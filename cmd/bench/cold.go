package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"estate/internal/tests/program"
)

// coldPage measures results with new queries, so that every page is searched, composed and
// rendered. The peer is a minimal node:http cluster with as many workers that only renders
// the same views from memory.
func (o options) coldPage(ctx context.Context, r *report) error {
	site, err := o.startSite(ctx, filepath.Join(o.folder, "demo"))
	if err != nil {
		return err
	}
	defer site.Stop()
	bare, err := o.startBareNode(ctx, site.Address)
	if err != nil {
		return err
	}
	defer bare.Stop()
	var figures coldFigures
	for round := range o.rounds {
		script, err := o.queries(round)
		if err != nil {
			return err
		}
		if err := figures.measure(ctx, o.duration, site, bare, script); err != nil {
			return err
		}
	}
	figures.addTo(r)
	return nil
}

// coldFigures are the measurements of coldPage.
type coldFigures struct {
	pages, bare series // requests a second
	cpu         series // ms of CPU a page
	views       series // p99 in ms
}

// measure measures one round: each contender in turn.
func (c *coldFigures) measure(ctx context.Context, duration time.Duration, site, bare *program.Program, script string) error {
	var pages load
	cpu, err := cpuTime(site, func() (err error) {
		pages, err = wrk(ctx, duration, 8, script, site.Address, "Accept-Encoding: gzip")
		return err
	})
	if err != nil {
		return err
	}
	if pages.failed {
		return errors.New("estate: error responses")
	}
	rendered, err := wrk(ctx, duration, 8, "", bare.Address+"/", "Accept-Encoding: gzip")
	if err != nil {
		return err
	}
	views, err := wrk(ctx, duration, 1, viewScript(script), site.Address)
	if err != nil {
		return err
	}
	c.pages = append(c.pages, pages.perSecond)
	c.cpu = append(c.cpu, cpu/(pages.perSecond*duration.Seconds()))
	c.bare = append(c.bare, rendered.perSecond)
	c.views = append(c.views, float64(views.p99.Microseconds())/1000)
	return nil
}

// addTo adds the lines of the report.
func (c *coldFigures) addTo(r *report) {
	r.add("uncached results page, every query different",
		fmt.Sprintf("%.0f/s (%s), %.1f ms CPU a page", c.pages.median(), c.pages.spread("%.0f"), c.cpu.median()),
		fmt.Sprintf("bare node:http that only renders: %.0f/s: **%.2f** of it", c.bare.median(), c.pages.median()/c.bare.median()),
		"≥ 0.8 of bare Node")
	r.add("/_view of such a page: Go alone", fmt.Sprintf("p99 %.2f ms (%s)", c.views.median(), c.views.spread("%.2f")), "", "≤ 1 ms")
}

// startBareNode runs the server bundle behind node:http, with views in memory.
func (o options) startBareNode(ctx context.Context, site string) (*program.Program, error) {
	views, err := o.saveViews(ctx, site)
	if err != nil {
		return nil, err
	}
	addr, err := program.FreeAddr()
	if err != nil {
		return nil, err
	}
	return program.Start(ctx, program.Command{
		Path: o.node, Args: []string{"--max-semi-space-size=4", "cmd/bench/bare-node.mjs", addr, views, "web/dist/server/entry-server.js"},
		Addr: addr, Ready: "/",
	})
}

// saveViews writes some views to a file for startBareNode.
func (o options) saveViews(ctx context.Context, site string) (file string, err error) {
	var views []json.RawMessage
	for i := range 16 {
		body, _, err := fetch(ctx, fmt.Sprintf("%s/_view%s?%s=%d", site, resultsPage, newQuery, abovePrices+i), "")
		if err != nil {
			return "", err
		}
		var response struct{ View json.RawMessage }
		if err := json.Unmarshal(body, &response); err != nil {
			return "", err
		}
		views = append(views, response.View)
	}
	data, err := json.Marshal(views)
	if err != nil {
		return "", err
	}
	file = filepath.Join(o.folder, "views.json")
	return file, os.WriteFile(file, data, 0o600)
}

// New queries with a full page of results: an upper price above the price of every property.
const (
	newQuery    = "price_to"
	abovePrices = 100_000_000
)

// queries writes two wrk scripts whose requests are all different: one for documents, which
// it returns, and one for views (viewScript).
func (o options) queries(round int) (file string, err error) {
	file = filepath.Join(o.folder, fmt.Sprintf("queries-%d.lua", round))
	script := func(prefix string, from int) []byte {
		return fmt.Appendf(nil, "n = %d\nfunction request()\n  n = n + 1\n  return wrk.format('GET', '%s%s?%s=' .. n)\nend\n", from, prefix, resultsPage, newQuery)
	}
	from := abovePrices + int(time.Now().Unix()%1000)*1_000_000 + round*200_000
	if err := os.WriteFile(file, script("", from), 0o600); err != nil {
		return "", err
	}
	return file, os.WriteFile(viewScript(file), script("/_view", from), 0o600)
}

// viewScript is the script for views that belongs to a script for documents.
func viewScript(file string) string { return strings.TrimSuffix(file, ".lua") + "-view.lua" }
