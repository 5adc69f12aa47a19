package store

import (
	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/store/record"
)

var endpointTypes = map[string]content.Type{
	"posts":      content.TypePost,
	"pages":      content.TypePage,
	"media":      content.TypeAttachment,
	"categories": record.TypeCategory,
	"tags":       record.TypeTag,
	"users":      content.TypeAuthor,
}

// typeOf returns the type of an endpoint. Most types have the name of their endpoint.
func (s *Store) typeOf(endpoint string) content.Type {
	if t, ok := endpointTypes[endpoint]; ok {
		return t
	}
	if t, ok := s.cfg.Endpoints[endpoint]; ok {
		return t
	}
	return content.Type(endpoint)
}

// langsOf lists the values of the language column to search for a type: posts and pages
// have one language; properties, developments and media have "", for all languages.
func langsOf(t content.Type, lang i18n.Lang) []any {
	switch t {
	case content.TypePost, content.TypePage:
		return []any{string(lang)}
	case content.TypeProperty, content.TypeDevelopment, content.TypeAttachment:
		return []any{""}
	}
	return []any{string(lang), ""}
}

// noSuchID and notAllowed are the errors of WordPress for a look-up by id.
func noSuchID() error   { return content.FromStatus(404, "Not Found") }
func notAllowed() error { return content.FromStatus(401, "Unauthorized") }

func (s *Store) authorized(auth content.Credential, ref content.Ref) bool {
	return auth != "" && s.cfg.Authorize != nil && s.cfg.Authorize(auth, ref)
}
