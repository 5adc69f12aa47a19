package translations

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"estate/internal/i18n"
)

// keysOf are the keys of a language as they are asked for: the forms of a plural
// are one key.
func keysOf(lang i18n.Lang) map[string]bool {
	keys := map[string]bool{}
	for key := range i18n.Words[lang] {
		keys[stem(key)] = true
	}
	return keys
}

func stem(key string) string {
	for _, form := range []string{"_one", "_few", "_many", "_other"} {
		if short, ok := strings.CutSuffix(key, form); ok {
			return short
		}
	}
	return key
}

func TestEveryWordThatGoAsksForIsThere(t *testing.T) {
	uses := goUses(t)
	if len(uses) < 100 {
		t.Fatalf("only %d uses were found: the reader of the code is broken", len(uses))
	}
	for _, lang := range i18n.Filled {
		keys := keysOf(lang)
		for _, u := range uses {
			for _, key := range spelled(t, u) {
				if !keys[key] {
					t.Errorf("%s: locales/%s has no %q", u.at, lang, key)
				}
			}
		}
	}
}

// spelled are the keys that a use may mean.
func spelled(t *testing.T, u use) []string {
	t.Helper()
	if !strings.Contains(u.key, "*") {
		return []string{u.key}
	}
	values, ok := declared[u.key]
	if !ok {
		t.Errorf("%s: %q is put together at run time: declare in declared_test.go what it may be", u.at, u.key)
	}
	var keys []string
	for _, value := range values {
		keys = append(keys, spell(u.key, value))
	}
	return keys
}

func TestEveryWordIsUsed(t *testing.T) {
	used := map[string]bool{}
	patterns := map[string]bool{}
	for _, u := range append(goUses(t), webUses(t)...) {
		used[u.key] = true
		if strings.Contains(u.key, "*") {
			patterns[u.key] = true
			for _, key := range spelled(t, u) {
				used[key] = true
			}
		}
	}
	for pattern := range declared {
		if !patterns[pattern] {
			t.Errorf("declared_test.go names %q, which nothing asks for: take it out", pattern)
		}
	}
	for _, key := range slices.Sorted(maps.Keys(keysOf(i18n.Fallback))) {
		if !used[key] && !open(key) {
			t.Errorf("nothing uses %q: take it out of locales/*", key)
		}
	}
}

// open reports whether a key belongs to those of which any may be asked for.
func open(key string) bool {
	for pattern, values := range declared {
		if values == nil && strings.HasPrefix(key, strings.TrimSuffix(pattern, "*")) {
			return true
		}
	}
	return false
}

var valueHole = regexp.MustCompile(`\{\{\w+\}\}`)

func TestFilledLanguagesSayTheSame(t *testing.T) {
	english := i18n.Words[i18n.Fallback]
	for _, lang := range i18n.Filled {
		words := i18n.Words[lang]
		for _, key := range slices.Sorted(maps.Keys(english)) {
			text, ok := words[key]
			if !ok || strings.TrimSpace(text) == "" {
				t.Errorf("locales/%s has no %q", lang, key)
				continue
			}
			if got, want := holes(text), holes(english[key]); !slices.Equal(got, want) {
				t.Errorf("locales/%s %q has the values %v, English has %v", lang, key, got, want)
			}
		}
		for _, key := range slices.Sorted(maps.Keys(words)) {
			if _, ok := english[key]; !ok {
				t.Errorf("locales/%s has %q, which English lacks", lang, key)
			}
		}
	}
}

// holes are the values that a text shows, each once.
func holes(text string) []string {
	found := valueHole.FindAllString(text, -1)
	slices.Sort(found)
	return slices.Compact(found)
}
