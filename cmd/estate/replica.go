package main

import (
	"context"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"time"

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
func (all *site) openReplica(ctx context.Context, s settings) error {
	st, err := store.Open(ctx, s.storeConfig())
	if err != nil {
		return err
	}
	all.store = st
	all.closers = append(all.closers, st.Close)
	// Two clients, for visitors wait less patiently than a copy.
	taking, err := all.openClient(s, longestCopyQuestion)
	if err != nil {
		return err
	}
	config := s.replica(all.log)
	config.Lease = func(ctx context.Context) (context.Context, func(), error) { return st.Lease(ctx, "sync") }
	copier, err := replica.New(ctx, config, taking, st)
	if err != nil {
		return err
	}
	client, err := all.openClient(s, 0)
	if err != nil {
		return err
	}
	behind, err := upstream.New(upstream.Config{Log: all.log}, suspicious{client})
	if err != nil {
		return err
	}
	all.closers = append(all.closers, behind.Close)
	all.replica = copier
	all.origin = origin{source: replica.NewSource(copier, behind), generation: st.Generation, links: st}
	if !copier.Ready() {
		all.log.Warn("nothing was copied yet; visitors see an error until the CMS has answered", "cms", s.CMS.address().Redacted())
	}
	return nil
}

func (s *settings) replica(log *slog.Logger) replica.Config {
	return replica.Config{
		Address: s.CMS.name(), PostTypes: s.postTypeEndpoints(), Taxonomies: s.taxonomyEndpoints(),
		Poll: time.Duration(s.CMS.Poll), Reconcile: time.Duration(s.CMS.Reconcile), Refresh: time.Duration(s.CMS.Refresh),
		MaxDeletedShare: s.CMS.Collapse, Log: log,
	}
}

// name is the CMS's address without what does not tell it from another.
func (c *cmsSettings) name() string {
	address := *c.address()
	address.User, address.RawQuery, address.Fragment = nil, "", ""
	address.Host = strings.ToLower(address.Host)
	return strings.TrimRight(address.String(), "/")
}

// suspicious does not believe a CMS that guesses: WordPress redirects a link that
// nothing answers to whatever begins alike. Such a redirect is taken for this time
// alone, so that no browser and no search engine keeps it.
type suspicious struct{ *wordpress.Client }

// Redirect is content.Source's.
func (s suspicious) Redirect(ctx context.Context, link string, hops content.Hops) (content.Redirect, error) {
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
func (all *site) cms(s settings) *server.CMS {
	if s.CMS.address() == nil || s.CMS.Secret == "" || all.origin.changed == nil && all.replica == nil {
		return nil
	}
	return &server.CMS{Secret: string(s.CMS.Secret), Changed: all.told, Status: func() any { return all.cmsStatus() }}
}

// told hands changes on. In live mode the memory asks anew, whatever it was.
func (all *site) told(changes []server.CMSChange) int {
	if all.replica == nil {
		all.origin.changed()
		return len(changes)
	}
	list := make([]replica.Notice, len(changes))
	for i, change := range changes {
		list[i] = replica.Notice{Type: change.Type, ID: change.ID}
	}
	return all.replica.Notify(list...)
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

func (all *site) cmsStatus() cmsStatus {
	if all.replica == nil {
		return cmsStatus{Mode: modeLive, Version: all.build, Counts: map[string]int{}, Failed: []replica.Failure{}}
	}
	s := all.replica.Status()
	return cmsStatus{
		Mode: modeReplica, Version: all.build, Lag: s.Lag.Seconds(), LastSuccess: stamp(s.LastSuccess), LastWebhook: stamp(s.LastWebhook),
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
