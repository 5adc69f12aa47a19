package store

import (
	"strconv"

	"estate/internal/content"
	"estate/internal/i18n"
)

// The endpoints that are no post types, and the types behind them.
const (
	typeCategory content.Type = "category"
	typeTag      content.Type = "tag"
)

var endpointTypes = map[string]content.Type{
	"posts":      content.TypePost,
	"pages":      content.TypePage,
	"media":      content.TypeAttachment,
	"categories": typeCategory,
	"tags":       typeTag,
	"users":      content.TypeAuthor,
}

// typeOf is the type behind an endpoint; most are named alike.
func (s *Store) typeOf(endpoint string) content.Type {
	if t, ok := endpointTypes[endpoint]; ok {
		return t
	}
	if t, ok := s.cfg.Endpoints[endpoint]; ok {
		return t
	}
	return content.Type(endpoint)
}

// langsOf lists the values of the language column that lang sees of a type:
// posts and pages have one language, homes and media carry all.
func langsOf(t content.Type, lang i18n.Lang) []any {
	switch t {
	case content.TypePost, content.TypePage:
		return []any{string(lang)}
	case content.TypeProperty, content.TypeDevelopment, content.TypeAttachment:
		return []any{""}
	}
	return []any{string(lang), ""}
}

// The answers of WordPress to look-ups by id that lead to nothing.
func noSuchID() error   { return content.FromStatus(404, "Not Found") }
func notAllowed() error { return content.FromStatus(401, "Unauthorized") }

func (s *Store) authorized(auth content.Credential) bool {
	return auth != "" && s.cfg.Authorize != nil && s.cfg.Authorize(auth)
}

func describe(ref content.Ref) string { return string(ref.Type) + " " + strconv.Itoa(ref.ID) }
