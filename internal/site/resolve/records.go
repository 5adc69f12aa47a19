package resolve

import (
	"maps"

	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/content/link"
)

// Item is one item of a list in a record.
type Item struct {
	Type content.Type `json:"type,omitempty"` // authors and terms have none
	ID   int          `json:"id"`
	Link string       `json:"link"`
}

// with returns a copy of the record with the fields of more.
func (r Record) with(more Record) Record {
	merged := make(Record, len(r)+len(more))
	maps.Copy(merged, r)
	maps.Copy(merged, more)
	return merged
}

// linkFields are the fields that each record has of its link.
func linkFields(l link.Link) Record {
	query := l.Query
	if query == nil {
		query = map[string]string{}
	}
	return Record{"link": l.String(), "route": l.Route, "page": l.Page, "query": query}
}

// Record returns a copy of a link's record and whether the session has it. A link
// that was neither fetched nor touched has a record with both flags off.
func (s *Session) Record(l link.Link) (Record, bool) {
	l, key := normal(l)
	s.mu.Lock()
	defer s.mu.Unlock()
	if e := s.entries[encoded(key)]; e != nil {
		return e.fields().with(nil), true
	}
	return Record{"isFetching": false, "isReady": false}.with(linkFields(l)), false
}

// Entity returns an entity of the session, nil when it has none.
func (s *Session) Entity(ref content.Ref) content.Entity {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.entities[ref]
}

// Keep stores entities and those that came with them, and writes their identity into
// the records of their links (routing §6.2 to §6.5). Entities that are stored already
// are replaced only when overwrite is set.
func (s *Session) Keep(lang i18n.Lang, overwrite bool, entities ...content.Entity) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.entities) == 0 { // a page of results: the maps get their size at once
		s.entities = make(map[content.Ref]content.Entity, len(entities))
		entries := make(map[string]*entry, len(s.entries)+len(entities))
		maps.Copy(entries, s.entries)
		s.entries = entries
	}
	s.keep(lang, overwrite, entities)
}

func (s *Session) keep(lang i18n.Lang, overwrite bool, entities []content.Entity) {
	for _, entity := range entities {
		ref := entity.Ref()
		if overwrite || s.entities[ref] == nil {
			s.entities[ref] = entity
		}
		s.touch(entity.LinkIn(lang), entity)
		if bearer, ok := entity.(interface{ EmbeddedEntities() []content.Entity }); ok {
			s.keep(lang, overwrite, bearer.EmbeddedEntities())
		}
	}
}

// touch writes the identity of an entity into the record of its link.
func (s *Session) touch(raw string, entity content.Entity) {
	if raw == "" {
		return
	}
	key := keyOf(raw)
	at := encoded(key)
	e := s.entries[at]
	switch {
	case e == nil:
		s.entries[at] = &entry{key: key, named: entity}
	case e.record != nil || e.named.Ref() != entity.Ref():
		maps.Copy(e.fields(), identity(entity))
	}
}

// fields are the fields of the record. The record of a link that was only touched is
// made here.
func (e *entry) fields() Record {
	if e.record == nil {
		e.record = Record{"isFetching": false, "isReady": false}.with(linkFields(parse(e.key)))
		e.record["page"] = 1
		maps.Copy(e.record, identity(e.named))
	}
	return e.record
}

// identity are the fields of a record that name its entity.
func identity(entity content.Entity) Record {
	ref := entity.Ref()
	switch entity.(type) {
	case *content.Term:
		return Record{"taxonomy": string(ref.Type), "id": ref.ID}
	case *content.Author:
		return Record{"id": ref.ID}
	}
	return Record{"type": ref.Type, "id": ref.ID}
}

// replace stores a changed copy of an entity.
func (s *Session) replace(entity content.Entity) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.entities[entity.Ref()] = entity
}

// atRoute is the identity in the record of the link's route without page and query.
func (f *fetch) atRoute() (id int, identity Record) {
	f.mu.Lock()
	defer f.mu.Unlock()
	e := f.entries[encoded(f.link.Route)]
	if e == nil {
		return 0, nil
	}
	identity = e.fields().with(nil)
	id, _ = identity["id"].(int)
	return id, identity
}

func itemOf(entity content.Entity, lang i18n.Lang) Item {
	item := Item{ID: entity.Ref().ID, Link: entity.LinkIn(lang)}
	switch entity.(type) {
	case *content.Term, *content.Author:
	default:
		item.Type = entity.Ref().Type
	}
	return item
}
