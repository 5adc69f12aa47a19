package app

import (
	"context"
	"fmt"
	"maps"
	"net/http"
	"net/http/pprof"

	"github.com/prometheus/client_golang/prometheus/promhttp"

	"estate/internal/agency/feeds/engine"
	"estate/internal/app/config"
	"estate/internal/app/operator"
	"estate/internal/cms/replica"
	"estate/internal/cms/wordpress"
	"estate/internal/platform/resilience"
	"estate/internal/platform/worker"
)

// admin is the handler of the admin address: metrics, profiles and the operator's page.
func (a *App) admin(s config.Settings) (http.Handler, error) {
	lists := map[string]func(context.Context) any{}
	if a.channels != nil {
		lists["channels"] = a.channels.propertiesByChannel
	}
	page, err := operator.New(operator.Config{
		Token: string(s.Admin.Token), Status: a.siteStatus, Lists: lists, Actions: a.actions(), Hosts: s.AdminHosts(), Networks: s.AdminNetworks(), Log: a.log,
	})
	if err != nil {
		return nil, err
	}
	mux := http.NewServeMux()
	for pattern, handler := range map[string]http.Handler{
		"GET /metrics":             promhttp.HandlerFor(a.metrics(), promhttp.HandlerOpts{}),
		"GET /debug/pprof/":        http.HandlerFunc(pprof.Index),
		"GET /debug/pprof/profile": http.HandlerFunc(pprof.Profile),
		"GET /debug/pprof/trace":   http.HandlerFunc(pprof.Trace),
	} {
		mux.Handle(pattern, page.Private(handler))
	}
	mux.Handle("/", page)
	return page.CheckHost(mux), nil
}

// siteStatus is the content of the operator's page and of /status.json.
type siteStatus struct {
	Mode       string              `json:"mode"`
	Site       string              `json:"site"` // its public address
	Build      string              `json:"build"`
	Generation uint64              `json:"generation"`
	Replica    *replica.Status     `json:"replica,omitempty"`
	CMS        *resilience.Status  `json:"cms,omitempty"`
	Problems   []wordpress.Problem `json:"problems,omitempty"`
	Rendering  *worker.Status      `json:"rendering,omitempty"`
	Feeds      []engine.Status     `json:"feeds,omitempty"`
	Former     []engine.Former     `json:"former_feeds,omitempty"` // no longer configured
	Proposals  []engine.Proposal   `json:"proposals,omitempty"`    // properties that are perhaps the same
	Joined     []engine.Pair       `json:"joined,omitempty"`
	Enquiries  map[string]int      `json:"enquiries"`
	Channels   []channelState      `json:"channels,omitempty"`
}

func (a *App) siteStatus(ctx context.Context) any {
	status := siteStatus{Mode: "embedded", Site: a.site, Build: a.build, Generation: a.origin.generation(), Enquiries: map[string]int{}}
	if a.upstream != nil {
		cms := a.upstream.Status()
		status.Mode, status.CMS = config.ModeLive, &cms
	}
	if a.replica != nil {
		replica := a.replica.Status()
		status.Mode, status.Replica = config.ModeReplica, &replica
	}
	if a.problems != nil {
		status.Problems = a.problems.List()
	}
	if workerStatus := a.workerStatus(); workerStatus != nil {
		workers := workerStatus()
		status.Rendering = &workers
	}
	if a.feeds != nil {
		status.Feeds, _ = a.feeds.Status(ctx) // without a database they are left out
		status.Former, _ = a.feeds.Former(ctx)
		status.Proposals, _ = a.feeds.Proposals(ctx)
		status.Joined, _ = a.feeds.Joined(ctx)
	}
	if a.channels != nil {
		status.Channels = a.channels.states()
	}
	if counts, err := a.leadStore.Count(ctx); err == nil {
		status.Enquiries = counts
	}
	return status
}

// actions are the operator's actions by name. Each returns a message for the operator.
func (a *App) actions() map[string]func(string) string {
	actions := a.feedActions()
	if a.channels != nil {
		if actions == nil {
			actions = map[string]func(string) string{}
		}
		actions["accept-channel"] = a.channels.accept
	}
	if a.replica == nil {
		return actions
	}
	maps.Copy(actions, map[string]func(string) string{
		"accept": func(list string) string {
			n, err := a.replica.Accept(context.Background(), list)
			switch {
			case err != nil:
				return "The confirmation could not be stored: " + err.Error()
			case n == 0:
				return "There is nothing to confirm."
			}
			return fmt.Sprintf("Confirmed %d lists; a reconciliation starts.", n)
		},
		"compare": func(string) string {
			a.replica.RequestReconcile()
			return "A reconciliation starts, and failed entities are retried."
		},
	})
	return actions
}
