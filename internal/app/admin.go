package app

import (
	"context"
	"fmt"
	"net/http"
	"net/http/pprof"

	"github.com/prometheus/client_golang/prometheus/promhttp"

	"estate/internal/config"
	"estate/internal/operator"
	"estate/internal/replica"
	"estate/internal/resilience"
	"estate/internal/worker"
)

// admin serves metrics, profiles and the operator's page, on an address that
// visitors do not reach.
func (a *App) admin(s config.Settings) (http.Handler, error) {
	page, err := operator.New(operator.Config{Token: string(s.Admin.Token), Status: a.siteStatus, Actions: a.actions()})
	if err != nil {
		return nil, err
	}
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", promhttp.HandlerFor(a.metrics(), promhttp.HandlerOpts{}))
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

func (a *App) siteStatus(ctx context.Context) any {
	status := siteStatus{Mode: "embedded", Build: a.build, Generation: a.origin.generation(), Enquiries: map[string]int{}}
	if a.upstream != nil {
		seen := a.upstream.Status()
		status.Mode, status.CMS = config.ModeLive, &seen
	}
	if a.replica != nil {
		copied := a.replica.Status()
		status.Mode, status.Replica = config.ModeReplica, &copied
	}
	if workers := a.workers(); workers != nil {
		up := workers()
		status.Rendering = &up
	}
	if counts, err := a.leadStore.Count(ctx); err == nil {
		status.Enquiries = counts
	}
	return status
}

// actions are what an operator may have the site do.
func (a *App) actions() map[string]func(string) string {
	if a.replica == nil {
		return nil
	}
	return map[string]func(string) string{
		"accept": func(list string) string {
			n, err := a.replica.Accept(context.Background(), list)
			switch {
			case err != nil:
				return "It could not be kept: " + err.Error()
			case n == 0:
				return "There is nothing to confirm."
			}
			return fmt.Sprintf("Confirmed %d; the comparison runs.", n)
		},
		"compare": func(string) string {
			a.replica.RequestReconcile()
			return "Everything is compared, and what failed is tried again."
		},
	}
}
