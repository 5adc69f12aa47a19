package server

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"estate/internal/content/i18n"
	"estate/internal/content/search"
	"estate/internal/find/sentence"
	"estate/internal/site/view"
)

// suggestPrefix and the link of the search line are the address of its suggestions.
const suggestPrefix = "/_suggest"

// maxSuggestQuery bounds the bytes of the query: sentence.MaxLength bytes, each escaped, and
// the key.
const maxSuggestQuery = 3*sentence.MaxLength + 16

// suggestionLabels are the translation keys of the kinds of suggestions.
var suggestionLabels = map[sentence.SuggestionKind]string{
	sentence.SuggestPlace:       "search.field.location",
	sentence.SuggestType:        "search.field.type",
	sentence.SuggestFeature:     "search.field.features",
	sentence.SuggestOffer:       "search.field.offer",
	sentence.SuggestCollection:  "search.field.options",
	sentence.SuggestReference:   "search.field.reference",
	sentence.SuggestProperty:    "search.suggest.property",
	sentence.SuggestDevelopment: "search.suggest.development",
}

// serveSuggestions sends completions of the search line as JSON. The text is what a visitor types,
// so only the browser may keep the response, for a minute.
func (s *Server) serveSuggestions(w http.ResponseWriter, r *http.Request) error {
	lang, ok := sentenceLang(strings.TrimPrefix(r.URL.Path, suggestPrefix))
	if !ok {
		plainError(w, http.StatusNotFound, "There are no suggestions for this address.")
		return nil
	}
	if len(r.URL.RawQuery) > maxSuggestQuery {
		plainError(w, http.StatusRequestURITooLong, "The text is too long for suggestions.")
		return nil
	}
	query, _ := url.ParseQuery(r.URL.RawQuery) // what cannot be decoded is left out
	suggestions, counted, err := s.parts.Sentences.Suggest(r.Context(), lang, query.Get(keySentence))
	if err != nil {
		return err
	}
	body, err := json.Marshal(completionsOf(lang, suggestions, counted))
	if err != nil {
		return fmt.Errorf("write suggestions: %w", err)
	}
	h := w.Header()
	h.Set("Content-Type", "application/json")
	h.Set("X-Robots-Tag", "noindex")
	h.Set("Cache-Control", "private, max-age=60")
	return s.writeCompressed(w, r, http.StatusOK, body)
}

func completionsOf(lang i18n.Lang, suggestions []sentence.Suggestion, counted bool) view.CompletionResponse {
	response := view.CompletionResponse{
		Status: i18n.Words.T(lang, "search.suggest.none"), Label: i18n.Words.T(lang, "search.suggest.label"),
		Completions: []view.Completion{},
	}
	if n := len(suggestions); n > 0 {
		response.Status = i18n.Words.T(lang, "search.suggest.status", "count", n)
	}
	for i := range suggestions {
		found := &suggestions[i]
		completion := view.Completion{Line: found.Line, Text: found.Text, Kind: i18n.Words.T(lang, suggestionLabels[found.Kind])}
		if counted {
			key := "results.summary"
			if found.Searches == search.KindDevelopments {
				key = "results.developments"
			}
			completion.Count = i18n.Words.T(lang, key, "count", found.Count)
		}
		response.Completions = append(response.Completions, completion)
	}
	return response
}
