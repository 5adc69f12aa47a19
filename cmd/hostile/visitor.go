package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"slices"
	"time"
)

// cachedPage is the page that a visitor opens.
const cachedPage = "/properties/"

// visitInterval is the time between two visits.
const visitInterval = 5 * time.Millisecond

// visit opens the cached page again and again for a duration and returns the p99.
func visit(ctx context.Context, address string, duration time.Duration) (p99 time.Duration, err error) {
	client := &http.Client{Timeout: 30 * time.Second, Transport: &http.Transport{}}
	defer client.CloseIdleConnections()
	var times []time.Duration
	for end := time.Now().Add(duration); time.Now().Before(end); {
		begin := time.Now()
		status, err := get(ctx, client, address+cachedPage, "198.51.100.1")
		if err != nil {
			return 0, err
		}
		if status != http.StatusOK {
			return 0, fmt.Errorf("a visitor gets status %d", status)
		}
		took := time.Since(begin)
		times = append(times, took)
		time.Sleep(max(0, visitInterval-took))
	}
	slices.Sort(times)
	return times[len(times)*99/100], nil
}

// get requests a URL for a client behind a proxy and reads the response.
func get(ctx context.Context, client *http.Client, url, from string) (status int, err error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return 0, err
	}
	request.Header.Set("X-Forwarded-For", from)
	response, err := client.Do(request)
	if err != nil {
		return 0, err
	}
	_, err = io.Copy(io.Discard, response.Body)
	_ = response.Body.Close() // it was only read
	return response.StatusCode, err
}
