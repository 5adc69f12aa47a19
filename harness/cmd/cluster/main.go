// Command cluster checks three nodes on one PostgreSQL behind nginx. Visitors send 200
// requests a second, properties are edited and enquiries are sent, while a node is killed,
// PostgreSQL is away, its clock jumps by an hour, and the network to one node is cut.
//
//	bin/cluster -program bin/estate
//
// main.go runs the parts in order. nodes.go starts the nodes, postgres.go PostgreSQL,
// proxy.go a TCP proxy for each node, nginx.go the load balancer, faults.go has the faults.
// traffic.go sends requests, edits.go writes and reads prices, history.go checks them with
// porcupine, enquiries.go looks for every acknowledged enquiry. It exits with 1 if a check fails.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"

	"estate/harness/command"
)

// options are the flags.
type options struct {
	program    string
	scripts    string // folder of postgres.sh and postgres-stop.sh
	nginx      string
	faketime   string
	rate       int
	edits      float64
	enquiries  float64
	properties int
	quiet      time.Duration
	away       time.Duration
	cut        time.Duration
	clock      time.Duration
	staleness  time.Duration
	catchUp    time.Duration
	only       string
}

// errFailed is the result of a run with failed checks.
var errFailed = errors.New("checks failed, or none was made; see above")

func main() {
	var o options
	flag.StringVar(&o.program, "program", "bin/estate", "the built program")
	flag.StringVar(&o.scripts, "scripts", "scripts", "folder of postgres.sh and postgres-stop.sh")
	flag.StringVar(&o.nginx, "nginx", "nginx", "the program nginx")
	flag.StringVar(&o.faketime, "faketime", "/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1", "libfaketime, for the clock of PostgreSQL")
	flag.IntVar(&o.rate, "rate", 200, "requests of visitors a second")
	flag.Float64Var(&o.edits, "edits", 2, "edits a second")
	flag.Float64Var(&o.enquiries, "enquiries", 2, "enquiries a second")
	flag.IntVar(&o.properties, "properties", 300, "properties in the store")
	flag.DurationVar(&o.quiet, "quiet", 15*time.Second, "time before the faults, and after each")
	flag.DurationVar(&o.away, "away", time.Minute, "time without PostgreSQL")
	flag.DurationVar(&o.cut, "cut", 20*time.Second, "time without network between a node and PostgreSQL")
	flag.DurationVar(&o.clock, "clock", time.Hour, "how far the clock of PostgreSQL is ahead of that of the nodes, from the middle on")
	flag.DurationVar(&o.staleness, "staleness", 2*time.Second, "greatest age of a price that a connected node shows")
	flag.DurationVar(&o.catchUp, "catch-up", 10*time.Second, "time from the end of a fault until a node follows the store again")
	flag.StringVar(&o.only, "only", "", "run only one fault: kill, away, clock or cut")
	flag.Parse()
	command.Main("cluster", o.run, errFailed)
}

// run is the state that the parts share.
type run struct {
	options
	report    *command.Report
	folder    string
	began     time.Time
	server    *postgres
	nodes     []*node
	balancer  string // URL of nginx
	visitors  *visitors
	prices    *prices
	enquiries *enquiries
}

func (o options) run(ctx context.Context) error {
	folder, err := os.MkdirTemp("", "estate-cluster-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(folder) }() // a leftover in the temporary folder is harmless
	r := &run{options: o, folder: folder, report: &command.Report{}, began: time.Now()}
	if r.server, err = o.startPostgres(ctx); err != nil {
		return err
	}
	defer r.server.remove()
	if err := r.fill(ctx); err != nil {
		return err
	}
	defer r.stopNodes()
	balancer, err := r.startCluster(ctx)
	if err != nil {
		return err
	}
	defer balancer.Stop()
	r.balancer = balancer.Address
	if r.prices, err = r.openPrices(ctx); err != nil {
		return err
	}
	defer r.prices.close()
	if err := r.measure(ctx); err != nil {
		return err
	}
	r.report.Print(os.Stdout)
	if r.report.Failed() {
		return errFailed
	}
	return nil
}

// measure runs the faults under load, then the checks.
func (r *run) measure(ctx context.Context) error {
	pages, err := r.warm(ctx)
	if err != nil {
		return err
	}
	r.visitors = newVisitors(r.balancer, pages)
	r.enquiries = &enquiries{visitors: r.visitors, acknowledged: map[string]time.Time{}}
	load, stop := context.WithCancel(ctx)
	defer stop()
	var group sync.WaitGroup
	group.Go(func() { r.visitors.send(load, r.rate) })
	group.Go(func() { r.enquiries.send(load, r.options.enquiries) })
	r.prices.start(load, &group, r.nodes, r.options.edits)
	err = r.faults(load)
	stop()
	group.Wait()
	if err != nil {
		return err
	}
	for _, check := range []func(context.Context) error{r.checkEqual, r.checkRequests, r.checkHistory, r.checkEnquiries} {
		if err := check(ctx); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// fill imports the demo agency into PostgreSQL.
func (r *run) fill(ctx context.Context) error {
	return r.estate(ctx, "demo", "--db", r.server.url, "--data", filepath.Join(r.folder, "seed"), "--properties", fmt.Sprint(r.properties))
}
