// Command crawl checks every link of the site. It starts the built program on a
// new data folder, follows links from both home pages like a search engine, and
// lists all faults. It exits with 1 when there are any.
//
//	bin/crawl -program bin/estate
//
// main.go starts and stops it, crawler.go follows links, read*.go parse documents,
// check*.go check them.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"time"

	"estate/harness/command"
	"estate/internal/tests/program"
)

// options are the flags.
type options struct {
	program  string
	node     string
	queries  int
	pictures int
	limit    time.Duration
}

// errFound is the result of a crawl with faults.
var errFound = errors.New("the crawl found faults")

func main() {
	var o options
	flag.StringVar(&o.program, "program", "bin/estate", "the built program")
	flag.StringVar(&o.node, "node", "", "the Node binary of the render workers; empty means searched")
	flag.IntVar(&o.queries, "queries", 300, "maximum number of links with a query")
	flag.IntVar(&o.pictures, "pictures", 40, "maximum number of pictures, sampled from all")
	flag.DurationVar(&o.limit, "limit", 15*time.Minute, "timeout of the crawl")
	flag.Parse()
	command.Main("crawl", o.run, errFound)
}

func (o options) run(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, o.limit)
	defer cancel()
	data, err := os.MkdirTemp("", "estate-crawl-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(data) }() // a leftover in the temporary folder is harmless
	site, err := o.startSite(ctx, data)
	if err != nil {
		return err
	}
	defer site.Stop()

	begin := time.Now()
	c := newCrawler(site.Address, o)
	if err := c.run(ctx); err != nil {
		return err
	}
	c.check()
	fmt.Printf("crawl: %s in %.1f s\n", c.summary(), time.Since(begin).Seconds())
	if c.faults.print(os.Stdout) > 0 {
		return errFound
	}
	return nil
}

// startSite starts the program with an empty data folder.
func (o options) startSite(ctx context.Context, data string) (*program.Program, error) {
	addr, err := program.FreeAddr()
	if err != nil {
		return nil, err
	}
	args := []string{"serve", "--addr", addr, "--data", data, "--site-url", "http://" + addr}
	if o.node != "" {
		args = append(args, "--node", o.node)
	}
	return program.Start(ctx, program.Command{Path: o.program, Args: args, Addr: addr, Ready: "/readyz"})
}
