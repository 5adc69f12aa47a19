package app

import (
	"context"
	"net/http"
	"net/url"
	"strings"
	"time"

	"estate/internal/config"
	"estate/internal/content"
	"estate/internal/replica"
	"estate/internal/server"
	"estate/internal/store"
	"estate/internal/upstream"
	"estate/internal/wordpress"
)

// longestCopyQuestion is how long a replica waits for one answer: it takes many
// entities at a time, and nobody waits for it.
const longestCopyQuestion = 30 * time.Second

// openReplica opens the store as a copy of the CMS. The demo agency never gets
// into it: an empty replica shows an error until the CMS answers.
func (a *App) openReplica(ctx context.Context, s config.Settings) error {
	st, err := store.Open(ctx, s.StoreConfig())
	if err != nil {
		return err
	}
	a.store = st
	a.closers = append(a.closers, st.Close)
	// Two clients, for visitors wait less patiently than a copy.
	taking, err := a.openClient(s, longestCopyQuestion)
	if err != nil {
		return err
	}
	config := s.ReplicaConfig(a.log)
	config.Lease = func(ctx context.Context) (context.Context, func(), error) { return st.Lease(ctx, "sync") }
	copier, err := replica.New(ctx, config, taking, st)
	if err != nil {
		return err
	}
	client, err := a.openClient(s, 0)
	if err != nil {
		return err
	}
	behind, err := upstream.New(upstream.Config{Log: a.log}, suspicious{client})
	if err != nil {
		return err
	}
	a.closers = append(a.closers, behind.Close)
	a.replica = copier
	a.origin = origin{source: replica.NewSource(copier, behind), generation: st.Generation, links: st}
	if !copier.Ready() {
		a.log.Warn("nothing was copied yet; visitors see an error until the CMS has answered", "cms", s.CMS.Address().Redacted())
	}
	return nil
}

// suspicious does not believe a CMS that guesses: WordPress redirects a link that
// nothing answers to whatever begins alike. Such a redirect is taken for this time
// alone, so that no browser and no search engine keeps it.
type suspicious struct{ *wordpress.Client }

// Redirect is content.Source's.
func (s suspicious) Redirect(ctx context.Context, link string, hops content.RedirectDepth) (content.Redirect, error) {
	to, err := s.Client.Redirect(ctx, link, hops)
	if err == nil && !to.External && isGuess(link, to.Location) {
		to.Status = http.StatusFound
	}
	return to, err
}

// isGuess reports that the target's last word merely begins with the link's.
func isGuess(link, location string) bool {
	asked, found := lastWord(link), lastWord(location)
	return asked != "" && strings.HasPrefix(found, asked)
}

func lastWord(address string) string {
	parsed, err := url.Parse(address)
	if err != nil {
		return ""
	}
	path := strings.Trim(parsed.Path, "/")
	return strings.ToLower(path[strings.LastIndexByte(path, '/')+1:])
}

// cms is how the plugin of the CMS speaks to the site; nil without a secret.
func (a *App) cms(s config.Settings) *server.CMS {
	if s.CMS.Address() == nil || s.CMS.Secret == "" || a.origin.changed == nil && a.replica == nil {
		return nil
	}
	return &server.CMS{Secret: string(s.CMS.Secret), Changed: a.told, Status: func() any { return a.cmsStatus() }}
}

// told hands changes on. In live mode the memory asks anew, whatever it was.
func (a *App) told(changes []server.CMSChange) int {
	if a.replica == nil {
		a.origin.changed()
		return len(changes)
	}
	list := make([]replica.Notice, len(changes))
	for i, change := range changes {
		list[i] = replica.Notice{Type: change.Type, ID: change.ID}
	}
	return a.replica.Notify(list...)
}

// cmsStatus is what the plugin's status page shows.
type cmsStatus struct {
	Mode        string            `json:"mode"`
	Version     string            `json:"version"`
	Lag         float64           `json:"lag_seconds"`
	LastSuccess string            `json:"last_success"`
	LastWebhook string            `json:"last_webhook"`
	LastError   string            `json:"last_error"`
	Counts      map[string]int    `json:"counts"`
	Failed      []replica.Failure `json:"failed"`
}

// mostFailedTold bounds what the plugin's page lists.
const mostFailedTold = 100

func (a *App) cmsStatus() cmsStatus {
	if a.replica == nil {
		return cmsStatus{Mode: config.ModeLive, Version: a.build, Counts: map[string]int{}, Failed: []replica.Failure{}}
	}
	s := a.replica.Status()
	return cmsStatus{
		Mode: config.ModeReplica, Version: a.build, Lag: s.Lag.Seconds(), LastSuccess: stamp(s.LastSuccess), LastWebhook: stamp(s.LastWebhook),
		LastError: s.LastError, Counts: s.Counts, Failed: s.Failed[:min(len(s.Failed), mostFailedTold)],
	}
}

// stamp writes a time, "" for none.
func stamp(at time.Time) string {
	if at.IsZero() {
		return ""
	}
	return at.UTC().Format(time.RFC3339)
}
