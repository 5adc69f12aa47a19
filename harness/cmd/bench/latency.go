package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"strings"
	"time"
)

// sequentialP99 requests paths one after another over one connection, for a duration, and returns the p99 in ms
// from the request to the end of the response. The p99 of wrk includes delays of its own: up to 0.8 ms with nginx
// and a View as a file, where a client like this one measured 0.1 ms (docs/performance.md).
func sequentialP99(ctx context.Context, address string, duration time.Duration, path func(n int) string) (float64, error) {
	host := strings.TrimPrefix(address, "http://")
	connection, err := (&net.Dialer{}).DialContext(ctx, "tcp", host)
	if err != nil {
		return 0, err
	}
	defer func() { _ = connection.Close() }() // only read
	reader := bufio.NewReaderSize(connection, 64<<10)
	var took series
	for begin := time.Now(); time.Since(begin) < duration && ctx.Err() == nil; {
		sent := time.Now()
		if _, err := fmt.Fprintf(connection, "GET %s HTTP/1.1\r\nHost: %s\r\n\r\n", path(len(took)), host); err != nil {
			return 0, err
		}
		response, err := http.ReadResponse(reader, nil)
		if err != nil {
			return 0, err
		}
		_, err = io.Copy(io.Discard, response.Body)
		if err := errors.Join(err, response.Body.Close()); err != nil {
			return 0, err
		}
		if response.StatusCode != http.StatusOK {
			return 0, fmt.Errorf("%s%s: %s", address, path(len(took)), response.Status)
		}
		took = append(took, time.Since(sent).Seconds()*1000)
	}
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	slices.Sort(took)
	return took[len(took)*99/100], nil
}
