// Command chaos proves what the site promises of an agency's WordPress that fails.
// It brings up a real one, puts a proxy with faults between it and the built
// program, sends 200 requests a second, and kills, hangs and cuts what stands
// behind. It counts what visitors saw and compares the copy entity by entity.
//
//	go run ./cmd/chaos -program bin/estate
//
// main.go is the order of events, bed.go the WordPress, site.go the program before
// it, proxy.go and faults.go what goes wrong, modes.go the visitors of each mode,
// traffic.go their requests, edits.go how soon an edit is seen, watch.go who looks for
// it, copying.go what a copy takes, equal.go the comparison. It exits with 1 when a
// promise is broken.
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

// options say how hard the run is.
type options struct {
	program    string
	scripts    string // folder of up.sh, down.sh and load.php
	bedPort    int
	port       int
	rate       int
	length     time.Duration
	edits      int
	properties int
	posts      int
	only       string
}

// errBroken ends a run in which a promise was broken.
var errBroken = errors.New("a promise was broken, see above")

func main() {
	var o options
	flag.StringVar(&o.program, "program", "bin/estate", "the built program")
	flag.StringVar(&o.scripts, "bed", "test/wordpress", "folder of the WordPress bed's scripts")
	flag.IntVar(&o.bedPort, "bed-port", 8092, "port of WordPress; the next one is the proxy's")
	flag.IntVar(&o.port, "port", 8094, "port of the site")
	flag.IntVar(&o.rate, "rate", 200, "requests a second")
	flag.DurationVar(&o.length, "length", 3*time.Minute, "how long visitors come, all faults together")
	flag.IntVar(&o.edits, "edits", 200, "edits that are timed, each way")
	flag.IntVar(&o.properties, "properties", 2000, "homes in WordPress")
	flag.IntVar(&o.posts, "posts", 500, "posts in WordPress")
	flag.StringVar(&o.only, "only", "", "one part alone: copy, edits, replica or live")
	flag.Parse()
	program.Main("chaos", o.run, errBroken)
}

func (o options) wants(part string) bool { return o.only == "" || o.only == part }

func (o options) run(ctx context.Context) error {
	folder, err := os.MkdirTemp("", "estate-chaos-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(folder) }() // a leftover in the temporary folder breaks no promise
	b := &bed{options: o, state: folder + "/wp", address: fmt.Sprintf("http://127.0.0.1:%d", o.bedPort)}
	defer b.down()
	if err := b.up(ctx); err != nil {
		return err
	}
	if err := b.fill(ctx, folder); err != nil {
		return err
	}
	proxy, err := startProxy(o.bedPort+1, b.address)
	if err != nil {
		return err
	}
	defer proxy.close()
	r := &run{options: o, bed: b, proxy: proxy, folder: folder, report: &report{}}
	for _, part := range []struct {
		name string
		do   func(context.Context) error
	}{{"copy", r.copying}, {"edits", r.edits}, {"replica", r.replica}, {"live", r.live}} {
		if !o.wants(part.name) {
			continue
		}
		proxy.set(nil)
		if err := part.do(ctx); err != nil {
			return fmt.Errorf("%s: %w", part.name, err)
		}
	}
	r.report.print(os.Stdout)
	if r.report.broken > 0 {
		return errBroken
	}
	return nil
}

// run is what the parts share.
type run struct {
	options
	bed    *bed
	proxy  *proxy
	folder string
	report *report
	copied string // data folder of a whole copy, "" before there is one
}
