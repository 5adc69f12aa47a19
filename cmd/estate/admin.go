package main

import (
	"context"
	"fmt"
	"net/http"
	"net/http/pprof"

	"github.com/prometheus/client_golang/prometheus/promhttp"

	"estate/internal/operator"
	"estate/internal/replica"
	"estate/internal/resilience"
	"estate/internal/worker"
)

// admin serves metrics, profiles and the operator's page, on an address that
// visitors do not reach.
func (all *site) admin(s settings) (http.Handler, error) {
	page, err := operator.New(operator.Config{Token: string(s.Admin.Token), Status: all.siteStatus, Actions: all.actions()})
	if err != nil {
		return nil, err
	}
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", promhttp.HandlerFor(all.metrics(), promhttp.HandlerOpts{}))
	mux.HandleFunc("GET /debug/pprof/", pprof.Index)
	mux.HandleFunc("GET /debug/pprof/profile", pprof.Profile)
	mux.HandleFunc("GET /debug/pprof/trace", pprof.Trace)
	mux.Handle("/", page)
	return mux, nil
}

// siteStatus is what the operator's page draws.
type siteStatus struct {
	Mode       string             `json:"mode"`
	Build      string             `json:"build"`
	Generation uint64             `json:"generation"`
	Replica    *replica.Status    `json:"replica,omitempty"`
	CMS        *resilience.Status `json:"cms,omitempty"`
	Rendering  *worker.Status     `json:"rendering,omitempty"`
	Enquiries  map[string]int     `json:"enquiries"`
}

func (all *site) siteStatus(ctx context.Context) any {
	status := siteStatus{Mode: "embedded", Build: all.build, Generation: all.origin.generation(), Enquiries: map[string]int{}}
	if all.upstream != nil {
		seen := all.upstream.Status()
		status.Mode, status.CMS = modeLive, &seen
	}
	if all.replica != nil {
		copied := all.replica.Status()
		status.Mode, status.Replica = modeReplica, &copied
	}
	if workers := all.workers(); workers != nil {
		up := workers()
		status.Rendering = &up
	}
	if counts, err := all.ledger.Count(ctx); err == nil {
		status.Enquiries = counts
	}
	return status
}

// actions are what an operator may have the site do.
func (all *site) actions() map[string]func(string) string {
	if all.replica == nil {
		return nil
	}
	return map[string]func(string) string{
		"accept": func(list string) string {
			n, err := all.replica.Accept(context.Background(), list)
			switch {
			case err != nil:
				return "It could not be kept: " + err.Error()
			case n == 0:
				return "There is nothing to confirm."
			}
			return fmt.Sprintf("Confirmed %d; the comparison runs.", n)
		},
		"compare": func(string) string {
			all.replica.RequestReconcile()
			return "Everything is compared, and what failed is tried again."
		},
	}
}
