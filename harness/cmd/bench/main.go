// Command bench measures Estate, peers and lower bounds on the same machine, in
// the same run, and prints a table for docs/performance.md.
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

	"estate/harness/baseline"
	"estate/harness/command"
)

// options are the flags.
type options struct {
	program  string        // the built estate
	node     string        // the Node of the render workers
	rounds   int           // measurements of each contender
	duration time.Duration // of one measurement
	large    bool          // also measure 1,000,000 properties
	only     string        // name of the one measurement to run; "" runs all
	folder   string        // temporary folder
}

func main() {
	var o options
	flag.StringVar(&o.program, "program", "bin/estate", "the built program")
	flag.StringVar(&o.node, "node", "node_modules/.bin/node", "the Node of the render workers")
	flag.IntVar(&o.rounds, "rounds", 5, "measurements of each contender")
	flag.DurationVar(&o.duration, "duration", 4*time.Second, "length of one measurement")
	flag.BoolVar(&o.large, "large", true, "also measure 1,000,000 properties")
	flag.StringVar(&o.only, "only", "",
		"run one measurement and print it: cached page, cold results page, pictures, idle connections, start and memory, feeds and channels")
	floor := flag.String(baseline.Flag, "", "internal: serve the bytes of this file at the address of the argument")
	flag.Parse()
	run := o.run
	if *floor != "" {
		run = func(ctx context.Context) error { return baseline.Serve(ctx, *floor, flag.Arg(0)) }
	}
	command.Main("bench", run, nil)
}

// run runs all measurements; each adds its lines to the report.
func (o options) run(ctx context.Context) (err error) {
	o.folder, err = os.MkdirTemp("", "estate-bench-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(o.folder) }()
	r := report{os.Stdout}
	r.begin()
	isKnown := o.only == ""
	for _, measure := range []struct {
		name string
		do   func(context.Context, report) error
	}{
		{"cached page", o.cachedPage},
		{"cold results page", o.coldPage},
		{"pictures", o.pictures},
		{"idle connections", o.idle},
		{"start and memory", o.startAndMemory},
		{"feeds and channels", o.feedsAndChannels},
	} {
		if o.only != "" && o.only != measure.name {
			continue
		}
		isKnown = true
		fmt.Fprintln(os.Stderr, "bench:", measure.name)
		if err := measure.do(ctx, r); err != nil {
			return fmt.Errorf("%s: %w", measure.name, err)
		}
	}
	if !isKnown {
		return fmt.Errorf("-only %q is no measurement; -help lists them", o.only)
	}
	return nil
}
