// Command bench measures Estate, peers and lower bounds on the same machine, in
// the same run, and writes the table of docs/performance.md.
//
// Measurements alternate: each round measures every contender in turn, so that a
// change of the machine's speed affects all of them. It reports medians and their
// spread; ratios carry over to other machines, absolute figures do not.
//
// It needs bin/estate, wrk and nginx; `make bench` provides them.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"time"

	"estate/internal/tests/program"
)

// options are what the command line sets.
type options struct {
	program  string        // the built estate
	node     string        // the Node of the render workers
	rounds   int           // measurements of each contender
	duration time.Duration // of one measurement
	large    bool          // the store of 1,000,000 properties too
	report   string        // file the table is written to
	folder   string        // scratch space
}

func main() {
	var o options
	flag.StringVar(&o.program, "program", "bin/estate", "the built program")
	flag.StringVar(&o.node, "node", "node_modules/node/bin/node", "the Node of the render workers")
	flag.IntVar(&o.rounds, "rounds", 5, "measurements of each contender")
	flag.DurationVar(&o.duration, "duration", 4*time.Second, "length of one measurement")
	flag.BoolVar(&o.large, "large", true, "measure 1,000,000 properties too")
	flag.StringVar(&o.report, "report", "docs/performance.md", "file the table is written to")
	floor := flag.String("floor", "", "serve this file's bytes on the address that follows, and nothing else")
	flag.Parse()
	run := o.run
	if *floor != "" {
		run = func(ctx context.Context) error { return serveFloor(ctx, *floor, flag.Arg(0)) }
	}
	program.Main("bench", run, nil)
}

// run measures one thing after the other; each adds its lines to the report.
func (o options) run(ctx context.Context) (err error) {
	o.folder, err = os.MkdirTemp("", "estate-bench-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(o.folder) }()
	var r report
	for _, measure := range []struct {
		name string
		do   func(context.Context, *report) error
	}{
		{"cached page", o.cachedPage},
		{"cold results page", o.coldPage},
		{"pictures", o.pictures},
		{"start and memory", o.startAndMemory},
	} {
		fmt.Fprintln(os.Stderr, "bench:", measure.name)
		if err := measure.do(ctx, &r); err != nil {
			return fmt.Errorf("%s: %w", measure.name, err)
		}
	}
	return r.write(o.report)
}
