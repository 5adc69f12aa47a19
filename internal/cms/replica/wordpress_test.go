package replica

import (
	"context"
	"log/slog"
	"path/filepath"
	"testing"
	"time"

	"estate/internal/cms/wordpress"
	"estate/internal/content"
	"estate/internal/tests/contenttest"
	"estate/internal/tests/wordpresstest"
)

// TestSourceSuiteOnRealWordPress runs the suite of content.Source on a replica of a real
// WordPress that holds the fixture. Withdrawn content is copied first, so that the replica
// has deleted it.
func TestSourceSuiteOnRealWordPress(t *testing.T) {
	wp := wordpresstest.Open(t)
	client, err := wordpress.New(wordpress.Config{
		SiteURL: "https://www.example.test", CMSURL: wp.Address, Transport: wp.Transport(), Timeout: 30 * time.Second,
	})
	if err != nil {
		t.Fatal(err)
	}
	st := openStore(t, filepath.Join(t.TempDir(), "replica.db"))
	r, err := New(t.Context(), Config{Address: wp.Address, Log: slog.New(slog.DiscardHandler)}, client, st)
	if err != nil {
		t.Fatal(err)
	}
	fixture := contenttest.Fixture()
	before := contenttest.Fixture()
	before.Entities, before.Withdrawn = append(before.Entities, before.Withdrawn...), nil
	for _, all := range []*contenttest.Content{before, fixture} {
		wp.Fill(t, all)
		if err := r.reconcile(t.Context()); err != nil {
			t.Fatal(err)
		}
		if status := r.Status(); len(status.Failed) > 0 || len(status.Alarms) > 0 {
			t.Fatalf("failures %v, alarms %v; want none", status.Failed, status.Alarms)
		}
	}
	st.UseSearcher(contenttest.NewScan(fixture.Entities))
	contenttest.Run(t, func(*testing.T) content.Source { return NewSource(r, noLookups{client}) }, contenttest.LackHidden)
}

// noLookups disables WordPress's own guesses of redirects: the suite tests the copied pairs.
type noLookups struct{ content.Source }

func (noLookups) Redirect(context.Context, string, content.RedirectDepth) (content.Redirect, error) {
	return content.Redirect{}, content.ErrNotFound
}
