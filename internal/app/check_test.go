package app

import (
	"strings"
	"testing"

	"estate/internal/store"
)

func TestCheckReportsFindings(t *testing.T) {
	data := t.TempDir()
	app, _ := startSite(t, in(data))
	s := settingsFor(t, data)
	s.SiteURL = publicSite
	property := publishedProperty(t, app.store)
	changed := *property
	changed.Energy = nil
	write(t, app.store, func(b *store.Batch) error { return b.Put(&changed) })
	if err := Check(t.Context(), s, false); err == nil || !strings.Contains(err.Error(), "findings") {
		t.Errorf("property without an energy label: error %v, want findings", err)
	}
}
