package server

import (
	"slices"
	"testing"

	"estate/internal/site/view"
)

func TestOnlyTheFirstSectionsAreFetchedEarly(t *testing.T) {
	v := &view.View{Lang: "es", Content: []view.Section{
		&view.HomeSection{}, &view.IntroSection{}, &view.IntroSection{}, &view.ServicesSection{}, &view.LocationsSection{},
		&view.AboutSection{}, &view.BannerSection{}, &view.LinkSection{}, &view.ContactSection{}, &view.TabSection{}, &view.HomeSection{},
	}}
	got := sources(v)
	if len(got) != 1+view.EarlySections || got[0] != "src/i18n/es.ts" {
		t.Errorf("fetches %v, want the words and %d sections", got, view.EarlySections)
	}
	if slices.Contains(got, "src/sections/tab/tab.tsx") || !slices.Contains(got, "src/sections/contact/contact.tsx") {
		t.Errorf("fetches %v, want the first ones, each kind once", got)
	}
}
