// Command crawl checks every link of the site. It starts the built program on a
// new data folder, follows links from both home pages like a search engine, and
// lists all faults. It exits with 1 when there are any.
//
//	go run ./cmd/crawl -program bin/estate
//
// main.go starts and stops it, walk.go follows links, read*.go parse documents,
// check*.go check them.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"time"

	"estate/internal/tests/program"
)

// options say how far the crawl goes.
type options struct {
	program  string
	node     string
	queries  int
	pictures int
	limit    time.Duration
}

// errFound ends a crawl that has something to tell.
var errFound = errors.New("the crawl found faults")

func main() {
	var o options
	flag.StringVar(&o.program, "program", "bin/estate", "the built program")
	flag.StringVar(&o.node, "node", "", "the Node it draws pages with; empty lets it look for one")
	flag.IntVar(&o.queries, "queries", 300, "how many links with a query are followed")
	flag.IntVar(&o.pictures, "pictures", 40, "how many pictures are fetched, spread over all that were seen")
	flag.DurationVar(&o.limit, "limit", 15*time.Minute, "how long the whole crawl may take")
	flag.Parse()
	program.Main("crawl", o.run, errFound)
}

func (o options) run(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, o.limit)
	defer cancel()
	data, err := os.MkdirTemp("", "estate-crawl-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(data) }() // a leftover in the temporary folder is no fault of the site
	site, err := o.startSite(ctx, data)
	if err != nil {
		return err
	}
	defer site.Stop()

	begin := time.Now()
	w := newWalk(site.Address, o)
	if err := w.run(ctx); err != nil {
		return err
	}
	w.check()
	fmt.Printf("crawl: %s in %.1f s\n", w.summary(), time.Since(begin).Seconds())
	if w.faults.print(os.Stdout) > 0 {
		return errFound
	}
	return nil
}

// startSite runs the program on an empty folder.
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
