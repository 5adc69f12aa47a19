package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"

	"estate/internal/program"
)

// coldPage asks for results with a query that was never asked before, so that
// every page is searched, composed and drawn; beside it a bare node:http cluster
// with as many workers draws the same views from memory and does nothing else.
func (o options) coldPage(ctx context.Context, r *report) error {
	site, err := o.startSite(ctx, filepath.Join(o.folder, "demo"))
	if err != nil {
		return err
	}
	defer site.Stop()
	views, err := o.saveViews(ctx, site.Address)
	if err != nil {
		return err
	}
	addr, err := program.FreeAddr()
	if err != nil {
		return err
	}
	node, err := program.Start(ctx, program.Command{
		Path: o.node, Args: []string{"--max-semi-space-size=8", "bench/bare-node.mjs", addr, views, "web/dist/server/entry-server.js"},
		Addr: addr, Ready: "/",
	})
	if err != nil {
		return err
	}
	defer node.Stop()

	var rates, bare, views99, cpu series
	pages := 0.0
	for round := range o.rounds {
		script, err := o.queries(round)
		if err != nil {
			return err
		}
		before, err := measure(site.PID())
		if err != nil {
			return err
		}
		l, err := wrk(ctx, o.duration, 8, script, site.Address, "Accept-Encoding: gzip")
		if err != nil {
			return err
		}
		after, err := measure(site.PID())
		if err != nil {
			return err
		}
		if l.failed {
			return errors.New("estate answered with errors")
		}
		pages = l.perSecond * o.duration.Seconds()
		rates = append(rates, l.perSecond)
		cpu = append(cpu, float64((after.cpu-before.cpu).Milliseconds())/pages)
		b, err := wrk(ctx, o.duration, 8, "", "http://"+addr+"/", "Accept-Encoding: gzip")
		if err != nil {
			return err
		}
		bare = append(bare, b.perSecond)
		v, err := wrk(ctx, o.duration, 1, strings.Replace(script, ".lua", "-view.lua", 1), site.Address)
		if err != nil {
			return err
		}
		views99 = append(views99, float64(v.p99.Microseconds())/1000)
	}
	r.add("uncached results page, every query new",
		fmt.Sprintf("%.0f/s (%s), %.1f ms CPU a page", rates.median(), rates.spread("%.0f"), cpu.median()),
		fmt.Sprintf("bare node:http that only draws: %.0f/s: **%.2f** of it", bare.median(), rates.median()/bare.median()),
		"≥ 0.8 of bare Node")
	r.add("/_view of such a page: Go alone", fmt.Sprintf("p99 %.2f ms (%s)", views99.median(), views99.spread("%.2f")), "", "≤ 1 ms")
	return nil
}

// saveViews keeps some views for the bare renderer.
func (o options) saveViews(ctx context.Context, address string) (string, error) {
	var views []json.RawMessage
	for i := range 16 {
		url := fmt.Sprintf("%s/_view%s?%s=%d", address, results, newQuery, aboveEveryPrice+i)
		request, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
		if err != nil {
			return "", err
		}
		response, err := http.DefaultClient.Do(request)
		if err != nil {
			return "", err
		}
		body, err := io.ReadAll(response.Body)
		_ = response.Body.Close()
		var answer struct{ View json.RawMessage }
		if err = errors.Join(err, json.Unmarshal(body, &answer)); err != nil {
			return "", err
		}
		views = append(views, answer.View)
	}
	data, err := json.Marshal(views)
	if err != nil {
		return "", err
	}
	file := filepath.Join(o.folder, "views.json")
	return file, os.WriteFile(file, data, 0o600)
}

// Queries that are new each time and yet show a full page: an upper bound of the
// price that no home reaches.
const (
	newQuery        = "price_to"
	aboveEveryPrice = 100_000_000
)

// queries writes two wrk scripts whose requests never repeat: documents and views.
func (o options) queries(round int) (string, error) {
	file := filepath.Join(o.folder, fmt.Sprintf("queries-%d.lua", round))
	script := func(prefix string, from int) []byte {
		return fmt.Appendf(nil, "n = %d\nfunction request()\n  n = n + 1\n  return wrk.format('GET', '%s%s?%s=' .. n)\nend\n", from, prefix, results, newQuery)
	}
	from := aboveEveryPrice + int(time.Now().Unix()%1000)*1_000_000 + round*200_000
	if err := os.WriteFile(file, script("", from), 0o600); err != nil {
		return "", err
	}
	return file, os.WriteFile(strings.Replace(file, ".lua", "-view.lua", 1), script("/_view", from), 0o600)
}
