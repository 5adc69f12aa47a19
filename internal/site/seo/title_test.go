package seo

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"estate/internal/content/i18n"
)

func TestTitleFollowsTheRecord(t *testing.T) {
	ready := func(more map[string]any) map[string]any {
		more["isReady"] = true
		return more
	}
	tests := []struct {
		name    string
		lang    i18n.Lang
		data    map[string]any
		subject Subject
		want    string
	}{
		{"loading", i18n.LangEN, map[string]any{"isReady": false}, Subject{}, "Loading - Zero"},
		{"loading in Spanish", i18n.LangES, map[string]any{}, Subject{}, "Cargando - Zero"},
		{"not found", i18n.LangEN, ready(map[string]any{"isError": true, "is404": true}), Subject{}, "404 Not Found - Zero"},
		{"other failures say nothing", i18n.LangEN, ready(map[string]any{"isError": true, "is500": true}), Subject{}, "Zero"},
		{"category", i18n.LangEN, ready(map[string]any{"isTaxonomy": true, "taxonomy": "category"}), Subject{Name: "Costa &amp; Golf"}, "Category: Costa & Golf - Zero"},
		{"configured taxonomy", i18n.LangEN, ready(map[string]any{"isTaxonomy": true, "taxonomy": "house_style"}), Subject{Name: "Modern"}, "House Style: Modern - Zero"},
		{"author", i18n.LangEN, ready(map[string]any{"isAuthor": true}), Subject{Name: "Ana Ruiz"}, "Author: Ana Ruiz - Zero"},
		{"type archive", i18n.LangEN, ready(map[string]any{"isPostTypeArchive": true, "type": "properties"}), Subject{}, "Discover Our Properties - Zero"},
		{"city", i18n.LangES, ready(map[string]any{"isCity": true}), Subject{City: "Nuestras propiedades exclusivas en Puerto Banus"}, "Nuestras propiedades exclusivas en Puerto Banus"},
		{"content", i18n.LangEN, ready(map[string]any{"isPostType": true}), Subject{Title: "Marbella &#8211; 2024"}, "Marbella – 2024 - Zero"},
		{"dates have none", i18n.LangEN, ready(map[string]any{"isDate": true}), Subject{}, "Zero"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := Title("Zero", tt.lang, tt.data, tt.subject); got != tt.want {
				t.Errorf("Title = %q, want %q", got, tt.want)
			}
		})
	}
}

// The claim has three figures, the most that an agency can have.
func TestEveryAreaHasCopyInBothLanguages(t *testing.T) {
	seen := map[string]string{}
	for _, lang := range i18n.Filled {
		for _, slug := range slices.Compact(slices.Sorted(maps.Values(areaSlugs))) {
			copy, ok := AreaCopy(lang, slug)
			if !ok || copy.Title == "" || len([]rune(copy.Description)) < 70 || strings.ContainsAny(copy.Description, "0123456789") {
				t.Errorf("%s %s: got %+v", lang, slug, copy)
			}
			claim := Claim(lang, 140, 135)
			described := Page{Lang: lang, Description: WithClaim(copy.Description, claim)}.Head().Description
			if want := copy.Description + " " + claim; described != want || !strings.Contains(claim, "140") || !strings.Contains(claim, "135") {
				t.Errorf("%s %s: %q, want %q", lang, slug, described, want)
			}
			if other := seen[copy.Description]; other != "" {
				t.Errorf("%s %s says the same as %s", lang, slug, other)
			}
			seen[copy.Description] = slug
		}
	}
}

func TestAgencyWithoutNumbersMakesNoClaim(t *testing.T) {
	for _, lang := range i18n.Filled {
		if got := Claim(lang, 0, 0); got != "" {
			t.Errorf("%s: claim %q without numbers", lang, got)
		}
		if got := Claim(lang, 12, 0); !strings.Contains(got, "12") || strings.Contains(got, "0 ") {
			t.Errorf("%s: claim %q of 12 agents", lang, got)
		}
		if got := Claim(lang, 0, 9); !strings.Contains(got, "9") || strings.Contains(got, "0") {
			t.Errorf("%s: claim %q of 9 years", lang, got)
		}
	}
	if got := WithClaim(strings.Repeat("a", 140), "More than 40 specialised agents."); len(got) != 140 {
		t.Errorf("%q: a claim that does not fit", got)
	}
}
