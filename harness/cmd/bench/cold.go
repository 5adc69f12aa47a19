package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"estate/internal/tests/program"
)

// coldPage measures results with new queries, so that every page is searched, composed and
// rendered. The peer is a minimal node:http cluster with as many workers that only renders
// the same views from memory.
func (o options) coldPage(ctx context.Context, r report) error {
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
	pages series // requests a second
	cpu   series // ms of CPU a page
	bare  nodeFigures
}

// nodeFigures are the measurements of a node:http cluster.
type nodeFigures struct{ rate, cpu series }

func (n *nodeFigures) measure(ctx context.Context, duration time.Duration, node *program.Program) error {
	var pages load
	cpu, err := cpuTime(node, func() (err error) {
		pages, err = wrk(ctx, duration, 8, "", node.Address+"/", "Accept-Encoding: gzip")
		return err
	})
	if err == nil {
		n.rate, n.cpu = append(n.rate, pages.perSecond), append(n.cpu, cpu/(pages.perSecond*duration.Seconds()))
	}
	return err
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
	if err := c.bare.measure(ctx, duration, bare); err != nil {
		return err
	}
	c.pages = append(c.pages, pages.perSecond)
	c.cpu = append(c.cpu, cpu/(pages.perSecond*duration.Seconds()))
	return nil
}

// addTo adds the lines of the report.
func (c *coldFigures) addTo(r report) {
	r.add("uncached results page, every query different",
		fmt.Sprintf("%.0f/s (%s), %.1f ms CPU a page", c.pages.median(), c.pages.spread("%.0f"), c.cpu.median()),
		fmt.Sprintf("bare node:http that only renders: %.0f/s: **%.2f** of it; %.1f ms CPU a page", c.bare.rate.median(),
			c.pages.median()/c.bare.rate.median(), c.bare.cpu.median()),
		"≥ 1.8 of bare Node")
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
		Path: o.node,
		Args: []string{"--max-semi-space-size=4", "harness/cmd/bench/bare-node.mjs", addr, views, "web/dist/server/entry-server.js"},
		Addr: addr, Ready: "/",
	})
}

// savedView is the View of a page, and its JSON in the document.
type savedView struct {
	View     json.RawMessage `json:"view"`
	Document json.RawMessage `json:"document"`
}

// saveViews writes some views to a file for startBareNode.
func (o options) saveViews(ctx context.Context, site string) (file string, err error) {
	var views []savedView
	for i := range 16 {
		saved, err := fetchView(ctx, site, fmt.Sprintf("%s?%s=%d", resultsPage, newQuery, abovePrices+i))
		if err != nil {
			return "", err
		}
		views = append(views, saved)
	}
	data, err := json.Marshal(views)
	if err != nil {
		return "", err
	}
	file = filepath.Join(o.folder, "views.json")
	return file, os.WriteFile(file, data, 0o600)
}

// fetchView fetches the View of a link and its document.
func fetchView(ctx context.Context, site, link string) (saved savedView, err error) {
	body, _, err := fetch(ctx, site+"/_view"+link, "")
	if err != nil {
		return saved, err
	}
	if err := json.Unmarshal(body, &saved); err != nil {
		return saved, err
	}
	document, _, err := fetch(ctx, site+link, "")
	if err != nil {
		return saved, err
	}
	_, rest, _ := bytes.Cut(document, []byte(`id="view">`))
	saved.Document, _, _ = bytes.Cut(rest, []byte(`</script>`))
	return saved, nil
}

// New queries with a full page of results: an upper price above the price of every property.
const (
	newQuery    = "price_to"
	abovePrices = 100_000_000
)

// firstPrice is the first of 200,000 prices that no earlier round, and no run of the last minutes, has asked for.
func firstPrice(round int) int {
	return abovePrices + int(time.Now().Unix()%1000)*1_000_000 + round*200_000
}

// queries writes a wrk script whose requests are all different.
func (o options) queries(round int) (file string, err error) {
	file = filepath.Join(o.folder, fmt.Sprintf("queries-%d.lua", round))
	script := fmt.Appendf(nil, "n = %d\nfunction request()\n  n = n + 1\n  return wrk.format('GET', '%s?%s=' .. n)\nend\n", firstPrice(round),
		resultsPage, newQuery)
	return file, os.WriteFile(file, script, 0o600)
}
