package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"path/filepath"
	"strings"

	"estate/harness/baseline"
	"estate/internal/tests/program"
)

const idleConnections = 10_000

// idle measures the memory of connections that have had a page and stay open, beside those of
// net/http with the same bytes.
func (o options) idle(ctx context.Context, r report) error {
	site, err := o.startSite(ctx, filepath.Join(o.folder, "idle"))
	if err != nil {
		return err
	}
	defer site.Stop()
	body, _, err := warm(ctx, site.Address+resultsPage)
	if err != nil {
		return err
	}
	bare, err := baseline.Start(ctx, o.folder, body)
	if err != nil {
		return err
	}
	defer bare.Stop()
	cost, err := idleCost(ctx, site)
	if err != nil {
		return err
	}
	baseCost, err := idleCost(ctx, bare)
	if err != nil {
		return err
	}
	r.add("10,000 idle connections", fmt.Sprintf("%.0f MB", cost), fmt.Sprintf("net/http with the same page: %.0f MB", baseCost), "≤ 200 MB")
	return nil
}

// idleCost is the memory in MB that idle connections add to a program that is warm.
func idleCost(ctx context.Context, p *program.Program) (float64, error) {
	var conns []net.Conn
	defer func() {
		for _, c := range conns {
			_ = c.Close()
		}
	}()
	open := func(n int) error {
		for range n {
			c, err := visitAndStay(ctx, p.Address)
			if err != nil {
				return fmt.Errorf("connection %d: %w; it needs %d open files (ulimit -n)", len(conns)+1, err, idleConnections+1000)
			}
			conns = append(conns, c)
		}
		return nil
	}
	if err := open(100); err != nil {
		return 0, err
	}
	before, err := measure(p.PID())
	if err != nil {
		return 0, err
	}
	if err := open(idleConnections); err != nil {
		return 0, err
	}
	after, err := measure(p.PID())
	return after.self - before.self, err
}

// visitAndStay opens a connection, reads one page, and returns the idle connection.
func visitAndStay(ctx context.Context, address string) (net.Conn, error) {
	var dialer net.Dialer
	c, err := dialer.DialContext(ctx, "tcp", strings.TrimPrefix(address, "http://"))
	if err != nil {
		return nil, err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address+resultsPage, nil)
	if err != nil {
		return nil, errors.Join(err, c.Close())
	}
	request.Header.Set("Accept-Encoding", "br")
	if err := request.Write(c); err != nil {
		return nil, errors.Join(err, c.Close())
	}
	response, err := http.ReadResponse(bufio.NewReaderSize(c, 16<<10), request)
	if err != nil {
		return nil, errors.Join(err, c.Close())
	}
	_, err = io.Copy(io.Discard, response.Body)
	if err = errors.Join(err, response.Body.Close()); err == nil && (response.StatusCode != http.StatusOK || response.Close) {
		err = fmt.Errorf("%s, closed: %v", response.Status, response.Close)
	}
	if err != nil {
		return nil, errors.Join(err, c.Close())
	}
	return c, nil
}
