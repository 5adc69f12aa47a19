package engine

import (
	"context"
	"fmt"
	"testing"
	"time"

	"estate/internal/agency/feeds"
)

// silent is a source that never answers.
type silent struct{}

func (silent) Read(ctx context.Context, _ feeds.Run, _ feeds.Sink) (feeds.Result, error) {
	<-ctx.Done()
	return feeds.Result{}, ctx.Err()
}

// As many feeds as run at the same time do not answer: another one is read when a person asks for it.
func TestASlowFeedDelaysNoOther(t *testing.T) {
	own := &list{listings: villas(3)}
	sources := map[string]feeds.Source{"own": own}
	h := start(t, sources)
	h.run("own")
	for n := range maxRuns {
		sources[fmt.Sprintf("a-silent-%d", n)] = silent{}
	}
	for name, source := range sources {
		if name != "own" {
			h.config.Feeds = append([]Feed{{Name: name, Source: source, NoPictures: true}}, h.config.Feeds...)
		}
	}
	h.open()
	own.listings = villas(4)
	if err := h.engine.Ask(t.Context(), "own", false); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	followed := make(chan error, 1)
	go func() { followed <- h.engine.Follow(ctx) }()
	deadline := time.Now().Add(20 * time.Second)
	for h.count() < 4 && time.Now().Before(deadline) {
		time.Sleep(20 * time.Millisecond)
	}
	stop()
	if err := <-followed; err != nil {
		t.Error(err)
	}
	if got := h.count(); got != 4 {
		t.Errorf("%d homes while other feeds do not answer, want 4", got)
	}
}

// A feed that is read while another one is: both bring their homes, each number is given once, and a home that both
// offer is one.
func TestFeedsAreReadTogether(t *testing.T) {
	second := &list{listings: []feeds.Listing{villa("k000"), villa("other")}}
	first := &list{listings: villas(2)}
	h := start(t, map[string]feeds.Source{"first": first, "second": second})
	first.during = func() {
		if first.during = nil; h.run("second").Added != 2 {
			t.Error("the second feed does not bring its homes")
		}
	}
	report, err := h.engine.Run(t.Context(), "first", Options{})
	if err != nil || report.Added != 1 || report.Linked != 1 {
		t.Errorf("the first feed: %d added, %d linked, %v; want one of each", report.Added, report.Linked, err)
	}
	if got := h.count(); got != 3 {
		t.Errorf("%d homes, want 3", got)
	}
}
