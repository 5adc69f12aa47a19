package main

import (
	"context"
	"fmt"
	"time"

	"estate/harness/command"
	"estate/internal/platform/backoff"
)

// faults injects all faults, one after the other.
func (r *run) faults(ctx context.Context) error {
	if err := backoff.Sleep(ctx, r.quiet); err != nil {
		return err
	}
	for _, fault := range []struct {
		name string
		do   func(context.Context) error
	}{{"kill", r.killNode}, {"away", r.stopPostgres}, {"clock", r.changeClock}, {"cut", r.cutNetwork}} {
		if r.only != "" && r.only != fault.name {
			continue
		}
		if err := fault.do(ctx); err != nil {
			return fmt.Errorf("%s: %w", fault.name, err)
		}
	}
	return nil
}

// killNode kills the first node and starts it again.
func (r *run) killNode(ctx context.Context) error {
	n := r.nodes[0]
	r.visitors.begin("node killed", false)
	r.visitors.kill(n.kill)
	if err := backoff.Sleep(ctx, r.quiet); err != nil {
		return err
	}
	r.visitors.begin("node restarted", false)
	if err := r.startNode(ctx, n, r.balancer[len("http://"):]); err != nil {
		return err
	}
	return backoff.Sleep(ctx, r.quiet)
}

// stopPostgres takes PostgreSQL away. All nodes must say so in /readyz and serve.
func (r *run) stopPostgres(ctx context.Context) error {
	r.visitors.begin("PostgreSQL away", true)
	end := r.prices.disconnect(nil)
	if err := r.server.stop(ctx); err != nil {
		return err
	}
	if err := backoff.Sleep(ctx, r.away-r.away/4); err != nil {
		return err
	}
	_, err := r.awaitStatus(ctx, "degraded", max(r.away/8, 5*time.Second))
	r.report.Check("PostgreSQL away", `/readyz of every node is 200 and "degraded"`, fmt.Sprint(err), err == nil)
	if err := backoff.Sleep(ctx, r.away/4); err != nil {
		return err
	}
	if err := r.server.start(ctx, 0); err != nil {
		return err
	}
	end(r.catchUp)
	r.reportReady(ctx, "PostgreSQL away")
	r.visitors.begin("PostgreSQL back", false)
	return backoff.Sleep(ctx, r.quiet)
}

// changeClock restarts PostgreSQL with another clock, which it keeps.
func (r *run) changeClock(ctx context.Context) error {
	if !r.server.hasFaketime() {
		fmt.Printf("no clock is changed: install libfaketime, or set -faketime (%s)\n", r.faketime)
		return nil
	}
	r.visitors.begin("clock of PostgreSQL "+r.clock.String()+" ahead", true)
	end := r.prices.disconnect(nil)
	if err := r.server.stop(ctx); err != nil {
		return err
	}
	if err := r.server.start(ctx, r.clock); err != nil {
		return err
	}
	end(r.catchUp)
	r.reportReady(ctx, "clock of PostgreSQL")
	return backoff.Sleep(ctx, r.quiet)
}

// cutNetwork cuts the network between the second node and PostgreSQL.
func (r *run) cutNetwork(ctx context.Context) error {
	n := r.nodes[1]
	r.visitors.begin("network of a node cut", false)
	end := r.prices.disconnect(n)
	n.proxy.cut(true)
	if err := backoff.Sleep(ctx, r.cut); err != nil {
		return err
	}
	n.proxy.cut(false)
	end(r.catchUp)
	r.reportReady(ctx, "network of a node cut")
	r.visitors.begin("network joined", false)
	return backoff.Sleep(ctx, r.quiet)
}

// reportReady reports the time until all nodes are ready after a fault.
func (r *run) reportReady(ctx context.Context, fault string) {
	took, err := r.awaitStatus(ctx, "ready", time.Minute)
	problem := ""
	if err != nil {
		problem = ": " + err.Error()
	}
	r.report.Check(fault, fmt.Sprintf("every node is ready %s after the end", r.catchUp), command.Round(took)+problem,
		err == nil && took <= r.catchUp)
}
