package translations

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"estate/internal/content/i18n"
)

// keysOf are the keys of a language. The forms of a plural are one key.
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

func TestEveryKeyThatGoUsesExists(t *testing.T) {
	uses := goUses(t)
	if len(uses) < 100 {
		t.Fatalf("only %d uses were found: the reader of the code is broken", len(uses))
	}
	for _, lang := range i18n.Filled {
		keys := keysOf(lang)
		for _, u := range uses {
			for _, key := range expanded(t, u) {
				if !keys[key] {
					t.Errorf("%s: locales/%s has no %q", u.at, lang, key)
				}
			}
		}
	}
}

// expanded are the keys of a use, one for each declared value.
func expanded(t *testing.T, u use) []string {
	t.Helper()
	if !strings.Contains(u.key, "*") {
		return []string{u.key}
	}
	values, ok := declared[u.key]
	if !ok {
		t.Errorf("%s: %q is made at run time: declare its values in declared_test.go", u.at, u.key)
	}
	var keys []string
	for _, value := range values {
		keys = append(keys, expand(u.key, value))
	}
	return keys
}

func TestEveryKeyIsUsed(t *testing.T) {
	used := map[string]bool{}
	patterns := map[string]bool{}
	for _, u := range append(goUses(t), webUses(t)...) {
		used[u.key] = true
		if strings.Contains(u.key, "*") {
			patterns[u.key] = true
			for _, key := range expanded(t, u) {
				used[key] = true
			}
		}
	}
	for pattern := range declared {
		if !patterns[pattern] {
			t.Errorf("declared_test.go has %q, which nothing uses: remove it", pattern)
		}
	}
	for _, key := range slices.Sorted(maps.Keys(keysOf(i18n.Fallback))) {
		if !used[key] && !isOpen(key) {
			t.Errorf("nothing uses %q: remove it from locales/*", key)
		}
	}
}

// isOpen reports whether a key belongs to a pattern with any value.
func isOpen(key string) bool {
	for pattern, values := range declared {
		if values == nil && strings.HasPrefix(key, strings.TrimSuffix(pattern, "*")) {
			return true
		}
	}
	return false
}

var valuePlaceholder = regexp.MustCompile(`\{\{\w+\}\}`)

func TestFilledLanguagesHaveTheSameKeysAndValues(t *testing.T) {
	english := i18n.Words[i18n.Fallback]
	for _, lang := range i18n.Filled {
		words := i18n.Words[lang]
		for _, key := range slices.Sorted(maps.Keys(english)) {
			text, ok := words[key]
			if !ok || strings.TrimSpace(text) == "" {
				t.Errorf("locales/%s has no %q", lang, key)
				continue
			}
			if got, want := placeholders(text), placeholders(english[key]); !slices.Equal(got, want) {
				t.Errorf("locales/%s %q has the values %v, English has %v", lang, key, got, want)
			}
		}
		for _, key := range slices.Sorted(maps.Keys(words)) {
			if _, ok := english[key]; !ok {
				t.Errorf("locales/%s has %q, which English does not have", lang, key)
			}
		}
	}
}

// placeholders are the values of a text, each once.
func placeholders(text string) []string {
	found := valuePlaceholder.FindAllString(text, -1)
	slices.Sort(found)
	return slices.Compact(found)
}
