package main

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"sync"
	"time"
)

// visitors send requests at a constant rate, independent of the responses.
type visitors struct {
	client  *http.Client
	address string
	rate    int

	mu    sync.Mutex
	stats map[string]*stats // by scenario
}

// stats are the results of the requests in one scenario.
type stats struct {
	sent, unseen, failed, stale5xx, unseen5xx int
	times                                     []time.Duration
	first                                     string // the first failure
}

func newVisitors(address string, rate int) *visitors {
	return &visitors{
		address: address, rate: rate, stats: map[string]*stats{},
		client: &http.Client{
			Timeout:       15 * time.Second,
			Transport:     &http.Transport{MaxIdleConnsPerHost: 256, MaxConnsPerHost: 512},
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
	}
}

// sendDuring sends requests for a duration. next returns a link and whether it was
// requested before.
func (v *visitors) sendDuring(ctx context.Context, name string, duration time.Duration, next func() (link string, seen bool)) {
	v.mu.Lock()
	if v.stats[name] == nil {
		v.stats[name] = &stats{}
	}
	v.mu.Unlock()
	tick := time.NewTicker(time.Second / time.Duration(v.rate))
	defer tick.Stop()
	var group sync.WaitGroup
	defer group.Wait()
	for end := time.Now().Add(duration); time.Now().Before(end); {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			link, seen := next()
			group.Go(func() { v.visit(ctx, name, link, seen) })
		}
	}
}

func (v *visitors) visit(ctx context.Context, name, link string, seen bool) {
	begin := time.Now()
	status, err := v.get(ctx, link)
	took := time.Since(begin)
	if ctx.Err() != nil {
		return
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	a := v.stats[name]
	a.sent++
	if !seen {
		a.unseen++
	}
	a.times = append(a.times, took)
	problem := ""
	switch {
	case err != nil:
		a.failed++
		problem = err.Error()
	case status >= 500 && seen:
		a.stale5xx++
		problem = fmt.Sprint(status)
	case status >= 500:
		a.unseen5xx++
	}
	if problem != "" && a.first == "" {
		a.first = link + ": " + problem
	}
}

func (v *visitors) get(ctx context.Context, link string) (int, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, v.address+link, nil)
	if err != nil {
		return 0, err
	}
	response, err := v.client.Do(request)
	if err != nil {
		return 0, err
	}
	defer func() { _ = response.Body.Close() }()
	_, err = io.Copy(io.Discard, response.Body)
	return response.StatusCode, err
}

// pages are the links of the requests.
type pages struct {
	seen   []string
	unseen []string // each is used once
	mu     sync.Mutex
	price  int // number of the last filter
}

// next returns a link. One in ten is new: half of these are properties or posts, as long as
// there are any, the others new filters.
func (p *pages) next() (link string, seen bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch rand.IntN(20) {
	case 0:
		if len(p.unseen) > 0 {
			link = p.unseen[len(p.unseen)-1]
			p.unseen = p.unseen[:len(p.unseen)-1]
			return link, false
		}
		fallthrough
	case 1:
		p.price++
		return fmt.Sprintf("/properties/?price_to=%d&s_beds=%d", 200_000+977*p.price, 1+p.price%5), false
	}
	return p.seen[rand.IntN(len(p.seen))], true
}

// known returns a link that was requested before.
func (p *pages) known() (link string, seen bool) { return p.seen[rand.IntN(len(p.seen))], true }
