package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// percentiles are the times below which 99 of 100 visits are, and 50. floor is that of the baseline.
type percentiles struct{ cachedP50, cached, uncached, floor time.Duration }

// The visits. One visitor opens a cached page again and again, others open pages that nobody has
// opened before: each as many as its burst allows.
const (
	cachedPage       = "/properties/"
	cachedVisitor    = "198.51.100.1"
	cachedInterval   = 5 * time.Millisecond
	uncachedInterval = 40 * time.Millisecond
	uncachedVisits   = 100 // of one visitor
)

// visits counts the uncached pages, which all differ.
var visits atomic.Int64

// visit runs both visitors for a duration.
func visit(ctx context.Context, address string, duration time.Duration) (p percentiles, err error) {
	var uncached error
	var running sync.WaitGroup
	running.Go(func() {
		_, p.uncached, uncached = repeat(ctx, duration, uncachedInterval, func() (url, from string) {
			n := visits.Add(1)
			return fmt.Sprintf("%s/properties/?price_from=%d", address, 1_000+n), fmt.Sprintf("198.51.100.%d", 2+n/uncachedVisits%250)
		})
	})
	p.cachedP50, p.cached, err = visitCached(ctx, address, duration)
	running.Wait()
	return p, errors.Join(err, uncached)
}

// visitCached opens one page again and again.
func visitCached(ctx context.Context, address string, duration time.Duration) (p50, p99 time.Duration, err error) {
	return repeat(ctx, duration, cachedInterval, func() (url, from string) { return address + cachedPage, cachedVisitor })
}

// repeat opens pages for a duration and returns p50 and p99. visit is the next page with its visitor.
func repeat(
	ctx context.Context, duration, interval time.Duration, visit func() (url, from string),
) (p50, p99 time.Duration, err error) {
	client := &http.Client{Timeout: 30 * time.Second, Transport: &http.Transport{}}
	defer client.CloseIdleConnections()
	var times []time.Duration
	for end := time.Now().Add(duration); time.Now().Before(end); {
		url, from := visit()
		begin := time.Now()
		status, err := get(ctx, client, url, from)
		if err != nil {
			return 0, 0, err
		}
		if status != http.StatusOK {
			return 0, 0, fmt.Errorf("a visitor gets status %d", status)
		}
		took := time.Since(begin)
		times = append(times, took)
		time.Sleep(max(0, interval-took))
	}
	slices.Sort(times)
	return times[len(times)/2], times[len(times)*99/100], nil
}

// get requests a URL for a client behind a proxy and reads the response.
func get(ctx context.Context, client *http.Client, url, from string) (status int, err error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return 0, err
	}
	request.Header.Set("Accept-Encoding", "gzip") // given by hand, the client does not spend its time on unpacking
	return send(client, request, from)
}

// send sends a request for a client behind a proxy and reads the response.
func send(client *http.Client, request *http.Request, from string) (status int, err error) {
	request.Header.Set("X-Forwarded-For", from)
	response, err := client.Do(request)
	if err != nil {
		return 0, err
	}
	_, err = io.Copy(io.Discard, response.Body)
	_ = response.Body.Close() // it was only read
	return response.StatusCode, err
}
