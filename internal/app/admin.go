package app

import (
	"context"
	"fmt"
	"maps"
	"net/http"
	"net/http/pprof"
	"slices"
	"time"

	"github.com/prometheus/client_golang/prometheus/promhttp"

	"estate/internal/agency/feeds/engine"
	"estate/internal/agency/leads"
	"estate/internal/agency/leads/alerts"
	"estate/internal/app/config"
	"estate/internal/app/operator"
	"estate/internal/cms/replica"
	"estate/internal/cms/wordpress"
	"estate/internal/platform/certificates"
	"estate/internal/platform/resilience"
	"estate/internal/platform/worker"
)

// admin is the handler of the admin address: metrics, profiles and the operator's page.
func (a *App) admin(s config.Settings) (http.Handler, error) {
	cfg := operator.Config{
		Token: string(s.Admin.Token), Status: a.operatorStatus, Actions: a.actions(),
		Hosts: s.AdminHosts(), Networks: s.AdminNetworks(), Log: a.log,
	}
	if a.channels != nil {
		cfg.Properties = a.channels.filteredProperties
	}
	page, err := operator.New(cfg)
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
	// Running is true for the state that the running site tells; a command knows no workers.
	Running          bool                  `json:"running"`
	At               time.Time             `json:"at"`
	ContentError     string                `json:"content_error,omitempty"`
	Backlogs         []leads.Backlog       `json:"backlogs,omitempty"`
	Alerts           *alerts.Status        `json:"alerts,omitempty"`
	LeadsError       string                `json:"leads_error,omitempty"`     // why no enquiry can be stored
	LeadsSetAside    []string              `json:"leads_set_aside,omitempty"` // damaged files
	Mirror           *leads.MirrorStatus   `json:"mirror,omitempty"`
	Backup           *backupState          `json:"backup,omitempty"`
	OriginalsFailing bool                  `json:"originals_failing,omitempty"`
	Disks            []diskState           `json:"disks,omitempty"`
	Certificates     []certificates.Expiry `json:"certificates,omitempty"`
	Channels         []channelState        `json:"channels,omitempty"`
}

// backupState is the state of the scheduled backup.
type backupState struct {
	Since       time.Time     `json:"since"` // the start of the site
	LastSuccess time.Time     `json:"last_success,omitzero"`
	Every       time.Duration `json:"-"`
	Error       string        `json:"error,omitempty"`
}

// Headline says what is most important for a person to know.
func (s siteStatus) Headline() (text, class string) {
	const bad = "bad-text"
	switch found := s.FoundProblems(); {
	case len(found) == 1:
		return found[0].Text, bad
	case len(found) > 1:
		return fmt.Sprintf("%s, and %s more", found[0].Text, operator.Plural(len(found)-1, "problem", "problems")), bad
	case len(s.Former) > 0:
		return "A person must decide on the properties of a former feed", ""
	case len(s.Proposals) > 0:
		return operator.Plural(len(s.Proposals), "pair", "pairs") + " of properties may be one: a person must decide", ""
	}
	return "No problems", "good-text"
}

// NeedsDecision reports that a person must decide about a feed or a file for a portal.
func (s siteStatus) NeedsDecision() bool {
	return len(s.Former) > 0 || len(s.Proposals) > 0 ||
		slices.ContainsFunc(s.Feeds, func(feed engine.Status) bool { return feed.Alarm != nil || len(feed.WaitingJumps()) > 0 }) ||
		slices.ContainsFunc(s.Channels, func(c channelState) bool { return c.Held != "" })
}

func (a *App) operatorStatus(ctx context.Context) operator.Status { return a.siteStatus(ctx) }

func (a *App) siteStatus(ctx context.Context) siteStatus {
	status := siteStatus{
		Mode: "embedded", Site: a.site, Build: a.build, Generation: a.origin.generation(), Enquiries: map[string]int{},
		Running: true, At: time.Now(),
	}
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
	status.Backlogs, _ = a.leadStore.Backlogs(ctx)
	if answers, err := a.inbox.Backlog(ctx); err == nil && answers.Waiting > 0 {
		status.Backlogs = append(status.Backlogs, answers)
	}
	if err := a.leadStore.Probe(ctx); err != nil {
		status.LeadsError = err.Error()
	}
	status.LeadsSetAside = leads.FilesSetAside(a.settings.LeadsFile())
	if a.alerts != nil {
		if saved, err := a.alerts.Status(ctx); err == nil {
			status.Alerts = &saved
		}
	}
	if mirror, ok := a.leadService.MirrorStatus(); ok {
		status.Mirror = &mirror
	}
	if a.backup != nil {
		backup := a.backup.Status()
		status.Backup = &backupState{
			Since: a.started, LastSuccess: backup.LastSuccess, Every: time.Duration(a.settings.Backup.Every), Error: backup.Error,
		}
	}
	status.OriginalsFailing = a.mediaSync != nil && a.mediaSync.Status().Failing
	status.Disks = disks(a.settings)
	status.Certificates, _ = certificates.Expiries(a.settings.CertificatesConfig())
	if healthy := a.healthy(); healthy != nil {
		if err := healthy(); err != nil {
			status.ContentError = err.Error()
		}
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
