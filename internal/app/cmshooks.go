package app

import (
	"time"

	"estate/internal/app/config"
	"estate/internal/cms/replica"
	"estate/internal/site/server"
)

// cmsHooks handle the requests of the CMS's plugin; nil without a secret.
func (a *App) cmsHooks(s config.Settings) *server.CMS {
	if s.CMS.Address() == nil || s.CMS.Secret == "" || a.origin.invalidate == nil && a.replica == nil {
		return nil
	}
	return &server.CMS{Secret: string(s.CMS.Secret), Notify: a.notify, Status: func() any { return a.cmsStatus() }}
}

// notify passes notices on to the replica. In live mode any notice invalidates the cache.
func (a *App) notify(received []replica.Notice) int {
	if a.replica == nil {
		a.origin.invalidate()
		return len(received)
	}
	return a.replica.Notify(received...)
}

// cmsStatus is the content of the plugin's status page.
type cmsStatus struct {
	Mode        string            `json:"mode"`
	Version     string            `json:"version"`
	Lag         float64           `json:"lag_seconds"`
	LastSuccess string            `json:"last_success"` // RFC 3339, "" for never
	LastWebhook string            `json:"last_webhook"` // RFC 3339, "" for never
	LastError   string            `json:"last_error"`
	Counts      map[string]int    `json:"counts"`
	Failed      []replica.Failure `json:"failed"`
}

// maxFailedShown is the maximum number of failures in cmsStatus.
const maxFailedShown = 100

func (a *App) cmsStatus() cmsStatus {
	if a.replica == nil {
		return cmsStatus{Mode: config.ModeLive, Version: a.build, Counts: map[string]int{}, Failed: []replica.Failure{}}
	}
	s := a.replica.Status()
	return cmsStatus{
		Mode: config.ModeReplica, Version: a.build, Lag: s.Lag.Seconds(), LastSuccess: formatTime(s.LastSuccess),
		LastWebhook: formatTime(s.LastWebhook), LastError: s.LastError, Counts: s.Counts, Failed: s.Failed[:min(len(s.Failed), maxFailedShown)],
	}
}

// formatTime formats a time as RFC 3339, "" for none.
func formatTime(at time.Time) string {
	if at.IsZero() {
		return ""
	}
	return at.UTC().Format(time.RFC3339)
}
