package server

import (
	"context"
	"net/http"
	"net/url"
	"strings"

	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/content/link"
	"estate/internal/content/search"
	"estate/internal/find/sentence"
	"estate/internal/site/compose"
)

// Sentences parses and completes a line of natural language.
type Sentences interface {
	Parse(ctx context.Context, lang i18n.Lang, text string) (sentence.Result, error)
	// Suggest also reports whether the results of the suggestions are counted.
	Suggest(ctx context.Context, lang i18n.Lang, text string) (suggestions []sentence.Suggestion, counted bool, err error)
}

// sentencePath is the address of the search line, behind the language prefix.
const sentencePath = compose.SentencePath

// sentenceRoutes are the addresses of the search line without their last slash.
var sentenceRoutes = func() map[i18n.Lang]string {
	routes := map[i18n.Lang]string{}
	for _, lang := range i18n.Filled {
		routes[lang] = strings.TrimSuffix(lang.Prefix()+sentencePath, "/")
	}
	return routes
}()

// keySentence is the query key of the sentence. On results it carries the words that were
// not understood, so that the page can tell them.
const keySentence = search.KeyText

// sentenceRedirect returns the results that a link of the search line means (decision 24):
// 302, because the same sentence may mean more when content changes. It is nil for any
// other link.
func (s *Server) sentenceRedirect(ctx context.Context, raw string) (*content.Redirect, error) {
	if s.parts.Sentences == nil {
		return nil, nil
	}
	path, query, _ := strings.Cut(raw, "?")
	lang, ok := sentenceLang(path)
	if !ok {
		return nil, nil
	}
	query, _, _ = strings.Cut(query, "#")
	values, _ := url.ParseQuery(query) // what cannot be decoded is left out
	text, asked := values[keySentence]
	if !asked {
		return nil, nil
	}
	result, err := s.parts.Sentences.Parse(ctx, lang, text[len(text)-1])
	if err != nil {
		return nil, err
	}
	target := result.Filter.Query()
	if len(result.Unknown) > 0 {
		target[keySentence] = url.QueryEscape(strings.Join(result.Unknown, ", "))
	}
	for key := range values {
		// An option may be a credential: it stays out of the Location, which caches may keep.
		if s.cfg.Rules.IsPassThrough(key) && !s.cfg.Rules.IsOption(key) {
			target[key] = url.QueryEscape(values.Get(key))
		}
	}
	location := link.Stringify(link.Parts{Route: lang.Prefix() + "/" + string(result.Filter.Kind) + "/", Query: target})
	return &content.Redirect{Status: http.StatusFound, Location: location}, nil
}

// sentenceLang returns the language of the search line's address in any spelling.
func sentenceLang(path string) (i18n.Lang, bool) {
	path = strings.TrimSuffix(path, "/")
	for _, lang := range i18n.Filled {
		if strings.EqualFold(path, sentenceRoutes[lang]) {
			return lang, true
		}
	}
	return "", false
}
