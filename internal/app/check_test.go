package app

import (
	"strings"
	"testing"

	"estate/internal/store"
)

func TestCheckFindsWhatIsWrong(t *testing.T) {
	data := t.TempDir()
	app, _ := startSite(t, in(data))
	s := inFolder(t, data)
	s.SiteURL = publicSite
	home := publishedHome(t, app.store)
	changed := *home
	changed.Energy = nil
	write(t, app.store, func(b *store.Batch) error { return b.Put(&changed) })
	if err := Check(t.Context(), s, false); err == nil || !strings.Contains(err.Error(), "findings") {
		t.Errorf("a home without an energy label: error %v, want findings", err)
	}
}
