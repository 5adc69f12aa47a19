package app

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"estate/internal/agency/channels"
	"estate/internal/agency/feeds"
	"estate/internal/agency/feeds/engine"
	"estate/internal/app/config"
	"estate/internal/app/operator"
	"estate/internal/cms/replica"
	"estate/internal/cms/wordpress"
	"estate/internal/content"
	"estate/internal/platform/resilience"
	"estate/internal/platform/worker"
	"estate/internal/store"
)

// TestOperatorPageShowsTheWholeState renders a state in which every part of the page occurs. What comes
// from a feed or a CMS is text, never markup.
func TestOperatorPageShowsTheWholeState(t *testing.T) {
	now := time.Date(2026, 3, 4, 12, 0, 0, 0, time.UTC)
	since := now.Add(-2 * time.Hour)
	status := siteStatus{
		Mode: "replica", Site: "https://agency.example", Build: "b1", Generation: 7, Enquiries: map[string]int{"failed": 2},
		Replica: &replica.Status{
			SyncState: replica.SyncState{LastError: "<b>timeout</b>"}, Address: "https://cms.example", Counts: map[string]int{"posts": 3},
			Failed:   []replica.Failure{{Type: "pages", Reason: "500", Since: since}},
			Alarms:   []replica.Alarm{{List: "posts", Had: 10, Missing: 8, Since: since}},
			Progress: replica.Progress{Endpoint: "properties", Done: 5, Total: 9},
		},
		CMS:       &resilience.Status{Sent: 11, CircuitOpen: true},
		Problems:  []wordpress.Problem{{Problem: "The API is closed.", Remedy: "Open it.", Count: 4, Since: since}},
		Rendering: &worker.Status{Workers: 2, Up: 1},
		Feeds: []engine.Status{{Name: "crm", Kind: "kyero", Properties: 1200, State: engine.State{
			Jumps:  map[string]engine.Jump{"A2": {Reference: "A-2", From: 90_000, To: 900_000, Since: since}},
			Alarm:  &engine.Alarm{Had: 20, Missing: 12, Since: since},
			Report: engine.Report{Skipped: 3, Repeated: []engine.Repeated{{Problem: feeds.Problem{Field: "beds", Value: "x", Reason: "no number"}, N: 7, Places: []engine.Place{{Line: 7, Key: "A3"}, {Line: 8, Key: "A4"}}}}, Problems: []feeds.Problem{{Key: "A1", Line: 9, Reason: "no price", Skipped: true}}, Unknown: map[string]map[string]int{"type": {"barn": 2, "mill": 1}}},
		}}},
		Former:    []engine.Former{{Name: "old", Properties: 1}},
		Proposals: make([]engine.Proposal, 14),
		Joined:    []engine.Pair{{Keep: engine.Member{ID: 1, Reference: "K1"}, Other: engine.Member{ID: 2, Feed: "mls"}, At: since}},
		Channels:  []channelState{{Kind: "kyero", LeftOut: 1, Fields: map[string]int{"Energy certificate": 1, "": 1}, Status: channels.Status{Name: "portal", Held: "Half is gone."}}},
	}
	for i := range status.Proposals {
		status.Proposals[i] = engine.Proposal{
			Keep: engine.Proposed{ID: 30 + i, Reference: "ZR1", Feed: "crm", Link: "/properties/a/"}, Other: engine.Proposed{ID: 60 + i, Reference: "ZR2", Feed: "mls", Price: 1_085_000}, Why: "0 m apart", Since: since,
		}
	}
	page, err := operator.New(operator.Config{Token: "a token of the test", Status: func(context.Context) operator.Status { return status }, Now: func() time.Time { return now }})
	if err != nil {
		t.Fatal(err)
	}
	r := httptest.NewRequest(http.MethodGet, "/", nil)
	r.Header.Set("Authorization", bearer+"a token of the test")
	w := httptest.NewRecorder()
	page.ServeHTTP(w, r)
	body := w.Body.String()
	for _, want := range []string{
		"A person must confirm deletions", "Delete these 8 here too", "&lt;b&gt;timeout", "fetching properties", "the list", "2 h ago", "circuit breaker open",
		"Open it.", "1 of 2 up", "1,200", "Remove these, and publish the prices that wait", "90,000 €", "900,000 €", "7 × line 7 A3, line 8 A4", "2 problems", "A1, line 9", "(left out)", "2: estate feeds terms", "The feed old is no longer configured", "One property: keep ZR1",
		"One property: keep ZR2", `href="https://agency.example/properties/a/"`, "value=\"30\t60\"", "1,085,000 €", "2 further pairs", "2 (mls)", "Undo", "Half is gone.", "Energy certificate (1)",
		`name="what" value="portal"`, ">agency.example<", "left out of portal", "First full sync", "failed",
	} {
		if !strings.Contains(body, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	if w.Code != http.StatusOK || strings.Contains(body, "<b>timeout") || strings.Contains(body, "<no value>") || t.Failed() {
		t.Errorf("status %d:\n%s", w.Code, body)
	}
}

func TestOperatorConfirmsDeletionsOnTheAdminAddress(t *testing.T) {
	c := newCMS(t)
	var cfg config.Settings
	app, _ := startReplica(t, c, func(s *config.Settings) { s.Admin.Token = "a token of the test"; cfg = *s })
	eventually(t, "the first sync is complete", app.replica.Ready)
	handler, err := app.admin(cfg)
	if err != nil {
		t.Fatal(err)
	}
	admin := httptest.NewServer(handler)
	defer admin.Close()
	s := settingsFor(t, t.TempDir())
	s.Admin.Token, s.AdminAddr = cfg.Admin.Token, strings.TrimPrefix(admin.URL, "http://")

	posts, err := c.app.store.Stamps(t.Context(), content.TypePost)
	if err != nil || len(posts) < 12 {
		t.Fatalf("%d posts, %v; want at least 12", len(posts), err)
	}
	write(t, c.app.store, func(b *store.Batch) error {
		for _, post := range posts[:len(posts)-2] {
			if err := b.Delete(content.Ref{Type: content.TypePost, ID: post.ID}); err != nil {
				return err
			}
		}
		return nil
	})
	if err := CompareReplica(t.Context(), s); err != nil {
		t.Fatal(err)
	}
	eventually(t, "the alarm is raised", func() bool { return len(app.replica.Status().Alarms) == 1 })
	if _, body := get(t, admin, "/metrics"); !strings.Contains(body, "estate_replica_alarms 1") || !strings.Contains(body, `estate_replica_entities{type="posts"}`) {
		t.Error("the metrics do not show the alarm")
	}
	var out strings.Builder
	printReplicaStatus(&out, app.replica.Status())
	if !strings.Contains(out.String(), "estate replica accept posts") {
		t.Errorf("the status lacks the remedy:\n%s", out.String())
	}
	if err := AcceptDeletions(t.Context(), s, "posts"); err != nil {
		t.Fatal(err)
	}
	eventually(t, "the posts are deleted", func() bool {
		left, err := app.store.Stamps(t.Context(), content.TypePost)
		return err == nil && len(left) == 2
	})
	s.Admin.Token = "not the token at all"
	if err := PrintReplicaStatus(t.Context(), s); err == nil || !strings.Contains(err.Error(), "token") {
		t.Errorf("wrong token: %v", err)
	}
}
