package compose_test

import (
	"net/url"
	"strings"
	"testing"

	"estate/internal/content/i18n"
	"estate/internal/content/search"
)

// TestMailsQuoteNoWordsOfAStranger: whoever saves a search chooses the address and the words.
func TestMailsQuoteNoWordsOfAStranger(t *testing.T) {
	h := newHarness(t, nil)
	for _, lang := range i18n.Filled {
		own := i18n.Words.T(lang, "alert.own")
		for name, c := range map[string]struct {
			key, value string
			later      bool // quoted after the confirmation
		}{
			"sentence":          {search.KeySearch, "pool with sea view", true},
			"link":              {search.KeySearch, "Your account is locked: https://evil.example/login", false},
			"link, no scheme":   {search.KeySearch, "see evil.example now", false},
			"mail address":      {search.KeySearch, "write to a@evil.example", false},
			"telephone number":  {search.KeySearch, "call 600 12 34 56", false},
			"long text":         {search.KeySearch, strings.Repeat("call us now ", 6), false},
			"reference":         {search.KeyReference, "ZRE1001P", true},
			"text as reference": {search.KeyReference, "evil.example/x", false},
			"own feature":       {search.KeyFeatures, "call-us-now-or-lose-it", true},
			"digits as feature": {search.KeyFeatures, "call-0034-600123456", false},
		} {
			query := url.Values{c.key: {c.value}}.Encode()
			saved, err := h.composer.SavedSearch(t.Context(), lang, search.KindProperties, query)
			if err != nil {
				t.Fatal(err)
			}
			if words := saved.Words(false); len(words) != 1 || words[0] != own {
				t.Errorf("%s, %s: before the confirmation the mail says %q, want only %q", lang, name, words, own)
			}
			words := strings.Join(saved.Words(true), " · ")
			if quoted := words != own; quoted != c.later {
				t.Errorf("%s, %s: after the confirmation the mail says %q", lang, name, words)
			}
		}
		saved, err := h.composer.SavedSearch(t.Context(), lang, search.KindProperties, "s_type=15&s_beds=3&s_city=99900012345")
		if err != nil {
			t.Fatal(err)
		}
		if words := strings.Join(saved.Words(false), " "); strings.Contains(words, "99900012345") || !strings.Contains(words, "3") {
			t.Errorf("%s: the mail says %q, want the known values only", lang, words)
		}
	}
}
