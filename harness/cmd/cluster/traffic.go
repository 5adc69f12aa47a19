package main

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"slices"
	"sync"
	"time"

	"estate/harness/command"
	"estate/internal/content/i18n"
)

// phase are the results of the requests that were sent during one fault.
type phase struct {
	name                                             string
	sent, posts, fresh, refused, allowed, unexpected int
	times                                            []time.Duration
	first                                            string // the first unexpected failure
}

// visitors send requests to nginx at a constant rate, independent of the responses.
type visitors struct {
	client  *http.Client
	address string
	pages   []string // cached on every node

	mu       sync.Mutex
	phases   []*phase
	away     bool // PostgreSQL is away: pages that are not cached may be refused
	killFrom time.Time
	killTo   time.Time
	filter   int // number of the last new filter
}

func newVisitors(address string, pages []string) *visitors {
	return &visitors{
		address: address, pages: pages, phases: []*phase{{name: "no fault"}},
		client: &http.Client{
			Timeout:       40 * time.Second,
			Transport:     &http.Transport{MaxIdleConnsPerHost: 256},
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
	}
}

// begin begins a phase.
func (v *visitors) begin(name string, away bool) {
	fmt.Printf("%s …\n", name)
	v.mu.Lock()
	defer v.mu.Unlock()
	v.phases = append(v.phases, &phase{name: name})
	v.away = away
}

// kill records the time of a kill: requests in flight may fail. They may also have failed
// before do returns, which waits for the end of the process.
func (v *visitors) kill(do func()) {
	v.setKill(time.Now(), time.Now().Add(time.Minute))
	do()
	v.setKill(v.killFrom, time.Now())
}

func (v *visitors) setKill(from, to time.Time) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.killFrom, v.killTo = from, to
}

// send sends requests until ctx ends. One in twenty is a filter that nobody has asked for.
func (v *visitors) send(ctx context.Context, rate int) {
	everySecond(ctx, float64(rate), func() {
		link, isNew := v.pages[rand.IntN(len(v.pages))], rand.IntN(20) == 0
		if isNew {
			v.mu.Lock()
			v.filter++
			link = fmt.Sprintf("/properties/?price_to=%d&s_beds=%d", 200_000+977*v.filter, 1+v.filter%5)
			v.mu.Unlock()
		}
		_, _, _ = v.do(ctx, http.MethodGet, link, isNew, func(ctx context.Context) (int, []byte, error) {
			return get(ctx, v.client, v.address+link)
		})
	})
}

// everySecond calls do at a rate, each time in a goroutine of its own, until ctx ends. A
// call that is late, since the machine is busy, is made up for.
func everySecond(ctx context.Context, rate float64, do func()) {
	tick := time.NewTicker(max(time.Millisecond, time.Duration(float64(time.Second)/rate)))
	defer tick.Stop()
	var group sync.WaitGroup
	defer group.Wait()
	began, calls := time.Now(), 0
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		for ; float64(calls) < rate*time.Since(began).Seconds(); calls++ {
			group.Go(do)
		}
	}
}

// do sends a request and counts its result. A request that has begun is finished, also
// after the end of the load.
func (v *visitors) do(
	ctx context.Context, method, link string, isNew bool, request func(context.Context) (int, []byte, error),
) (int, []byte, error) {
	v.mu.Lock()
	p := v.phases[len(v.phases)-1]
	awayAtStart := v.away
	v.mu.Unlock()
	begin := time.Now()
	code, body, err := request(context.WithoutCancel(ctx))
	end := time.Now()
	v.mu.Lock()
	defer v.mu.Unlock()
	p.sent++
	p.times = append(p.times, end.Sub(begin))
	if method == http.MethodPost {
		p.posts++
	}
	if isNew {
		p.fresh++
	}
	switch {
	case err == nil && code < 500:
	case !v.killFrom.IsZero() && begin.Before(v.killTo) && end.After(v.killFrom):
		p.allowed++
	case err == nil && isNew && (awayAtStart || v.away) && (code == http.StatusBadGateway || code == http.StatusServiceUnavailable):
		p.refused++
	default:
		p.unexpected++
		if p.first == "" {
			p.first = fmt.Sprintf("first: %s %s after %s: %d %v", method, link, command.Round(end.Sub(begin)), code, err)
		}
	}
	return code, body, err
}

// get requests an address and reads the body.
func get(ctx context.Context, client *http.Client, address string) (int, []byte, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return 0, nil, err
	}
	return send(client, request)
}

func send(client *http.Client, request *http.Request) (int, []byte, error) {
	response, err := client.Do(request)
	if err != nil {
		return 0, nil, err
	}
	defer func() { _ = response.Body.Close() }()
	body, err := io.ReadAll(response.Body)
	return response.StatusCode, body, err
}

// warm requests pages on every node, so that all have them in their caches.
func (r *run) warm(ctx context.Context) ([]string, error) {
	pages := []string{"/", "/es/", "/properties/", "/es/properties/", "/developments/", "/blog/", "/es/blog/", "/about/", "/favorites/"}
	for _, p := range r.prices.properties {
		pages = append(pages, p.LinkIn(i18n.Fallback), p.LinkIn("es"))
	}
	for _, n := range r.nodes {
		for _, link := range pages {
			if code, _, err := get(ctx, http.DefaultClient, "http://"+n.addr+link); err != nil || code != http.StatusOK {
				return nil, fmt.Errorf("%s of %s: %d %w", link, n.name, code, err)
			}
		}
	}
	return pages, nil
}

// checkRequests reports the requests of each fault.
func (r *run) checkRequests(context.Context) error {
	for _, p := range r.visitors.phases {
		times := slices.Clone(p.times)
		r.report.Check(p.name, "no request fails but those in flight on the killed node",
			fmt.Sprintf("%d sent (%d enquiries, %d new pages), %d failed, %d in flight at the kill, %d new pages refused, p50 %s, p99 %s %s", p.sent,
				p.posts, p.fresh,
				p.unexpected, p.allowed, p.refused, command.Round(command.Quantile(times, 0.5)), command.Round(command.Quantile(times, 0.99)), p.first),
			p.unexpected == 0 && p.sent > 0)
	}
	return nil
}
