package sentence_test

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"estate/internal/content/i18n"
	"estate/internal/content/search"
	"estate/internal/find/sentence"
)

// countingIndex finds as many results as the test says, 5 for any other filter.
type countingIndex struct {
	none    func(search.Filter) bool
	counted int
}

func (ix *countingIndex) Counter() func(search.Filter) int { return ix.count }

func (ix *countingIndex) count(f search.Filter) int {
	ix.counted++
	if ix.none != nil && ix.none(f) {
		return 0
	}
	return 5
}

func (*countingIndex) References(kind search.Kind, text string, _ int) []string {
	if reference := "zre1001p"; kind == search.KindProperties && strings.HasPrefix(reference, strings.ToLower(text)) {
		return []string{reference}
	}
	return nil
}

func TestSuggestions(t *testing.T) {
	parser := newParser(t)
	for _, tt := range []struct {
		lang i18n.Lang
		text string
		kind sentence.SuggestionKind
		want string // the first line, "" for no suggestion
	}{
		{"en", "gol", sentence.SuggestPlace, "Golden Mile"},
		{"en", "villa in the golden mi", sentence.SuggestPlace, "villa in the Golden Mile"},
		{"en", "villa in the golden ", sentence.SuggestPlace, "villa in the Golden Mile"},
		{"en", "goldenm", sentence.SuggestPlace, "Golden Mile"},
		{"en", "4 bed vi", sentence.SuggestType, "4 bed villas"},
		{"en", "villa with sea v", sentence.SuggestFeature, "villa with sea views"},
		{"en", "apartment for s", sentence.SuggestOffer, "apartment for sale"},
		{"en", "milla", sentence.SuggestPlace, "Golden Mile"},
		{"en", "Villa Alm", sentence.SuggestProperty, "Villa Almenara"},
		{"en", "almen", sentence.SuggestProperty, "Villa Almenara"},
		{"en", "zre10", sentence.SuggestReference, "ZRE1001P"},
		{"en", "marbela", sentence.SuggestPlace, "Marbella"},
		{"en", "villa in estpo", sentence.SuggestPlace, "villa in Estepona"},
		{"en", "villa in goldn mi", sentence.SuggestPlace, "villa in Golden Mile"},
		{"es", "villa en la milla de o", sentence.SuggestPlace, "villa en la Milla de Oro"},
		{"es", "golden", sentence.SuggestPlace, "Milla de Oro"},
		{"es", "Málag", sentence.SuggestPlace, "Málaga"},
		{"es", "malag", sentence.SuggestPlace, "Málaga"},
		{"es", "casa con pisci", sentence.SuggestFeature, "casa con piscina"},
		{"es", "esteopna", sentence.SuggestPlace, "Estepona"},
		{"es", "piso en alqu", sentence.SuggestOffer, "piso en alquiler"},

		{"en", "", "", ""},
		{"en", "   ", "", ""},
		{"en", "m", "", ""},
		{"en", "marbella, ", "", ""},
		{"en", "without po", "", ""}, // the parser has no filter for it
		{"en", "qqqqqq", "", ""},
		{"en", "villa in marbella in the golden mi\xff", "", ""},
		{"en", "<script>alert(1)</script>", "", ""},
		{"en", "'; DROP TABLE properties; --", "", ""},
		{"en", "\u202e\u0000%00../../", "", ""},
		{"en", strings.Repeat("é", sentence.MaxLength), "", ""},
		{"en", strings.Repeat("ma ", sentence.MaxLength), "", ""},
	} {
		suggestions := parser.Suggest(tt.lang, tt.text, &countingIndex{})
		switch {
		case tt.want == "":
			if len(suggestions) > 0 {
				t.Errorf("%s %q: %+v, want nothing", tt.lang, tt.text, suggestions[0])
			}
		case len(suggestions) == 0:
			t.Errorf("%s %q: nothing, want %q", tt.lang, tt.text, tt.want)
		case suggestions[0].Line != tt.want || suggestions[0].Kind != tt.kind:
			t.Errorf("%s %q: %+v, want %s %q", tt.lang, tt.text, suggestions[0], tt.kind, tt.want)
		}
	}
}

// TestSuggestionsAreUnderstood completes every beginning of the sentences of the table.
func TestSuggestionsAreUnderstood(t *testing.T) {
	parser := newParser(t)
	for i, tt := range readTable(t) {
		letters := []rune(tt.Sentence)
		text := string(letters[:len(letters)*(1+i%4)/4])
		typed := parser.Parse(tt.Lang, text)
		ix := &countingIndex{}
		suggestions := parser.Suggest(tt.Lang, text, ix)
		if len(suggestions) > sentence.MaxSuggestions || ix.counted > 12 {
			t.Errorf("%q: %d suggestions after %d counts", text, len(suggestions), ix.counted)
		}
		var lines []string
		for _, s := range suggestions {
			result := parser.Parse(tt.Lang, s.Line)
			if s.Text == "" || s.Count != 5 || !utf8.ValidString(s.Line) || slices.Contains(lines, s.Line) || len(result.Unknown) > len(typed.Unknown) {
				t.Errorf("%q: suggestion %+v, not understood: %q", text, s, result.Unknown)
			}
			lines = append(lines, s.Line)
		}
	}
}

func TestSuggestionsWithoutResultsAreLeftOut(t *testing.T) {
	parser := newParser(t)
	noPlace := &countingIndex{none: func(f search.Filter) bool { return len(f.Cities)+len(f.Provinces)+len(f.Subareas) > 0 }}
	suggestions := parser.Suggest("en", "ma", noPlace)
	if len(suggestions) == 0 {
		t.Fatal("there are no suggestions at all")
	}
	for _, s := range suggestions {
		if s.Kind == sentence.SuggestPlace {
			t.Errorf("%+v finds nothing", s)
		}
	}
	for _, s := range parser.Suggest("en", "ma", nil) {
		if s.Count != 0 {
			t.Errorf("%+v is counted without an index", s)
		}
	}
}

func TestSuggestionsSayWhatTheLineLacks(t *testing.T) {
	for _, s := range newParser(t).Suggest("en", "villa in Marbella mar", &countingIndex{}) {
		if s.Text == "Marbella" {
			t.Errorf("%q has Marbella already", s.Line)
		}
	}
}
