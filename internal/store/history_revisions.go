package store

import (
	"context"
	"encoding/json"
	"fmt"

	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/store/record"
)

func decodeRevision(doc []byte) (*content.Revision, error) {
	revision := &content.Revision{}
	if err := json.Unmarshal(doc, revision); err != nil {
		return nil, fmt.Errorf("decode a revision: %w", err)
	}
	return revision, nil
}

// PutRevision stores the newest revision of an entity; nil deletes it.
func (b *Batch) PutRevision(ref content.Ref, revision *content.Revision) error {
	if ref.Type == "" || ref.ID <= 0 {
		return record.Invalidf("revision: it needs the type and id of its entity")
	}
	key := []any{string(ref.Type), ref.ID}
	if revision == nil {
		b.changed(ChangeRevision, ref, OpDelete)
		return b.tx.Exec(b.detached, "DELETE FROM revisions WHERE type = ? AND id = ?", key...)
	}
	doc, err := record.EncodeJSON(revision)
	if err != nil {
		return err
	}
	if same, err := b.isUnchanged(doc, findRevision, key...); same || err != nil {
		return err
	}
	b.changed(ChangeRevision, ref, OpPut)
	const put = "INSERT INTO revisions (type, id, doc) VALUES (?, ?, ?) ON CONFLICT (type, id) DO UPDATE SET doc = excluded.doc"
	return b.tx.Exec(b.detached, put, append(key, doc)...)
}

// Revision returns the newest revision of an entity.
func (s *Store) Revision(ctx context.Context, lang i18n.Lang, endpoint string, id int, auth content.Credential) (*content.Revision, error) {
	if !s.authorized(auth, content.Ref{Type: s.typeOf(endpoint), ID: id}) {
		return nil, notAllowed()
	}
	if _, err := s.ByID(ctx, lang, endpoint, id, auth); err != nil {
		return nil, err
	}
	var doc []byte
	found, err := s.db.Read().One(ctx, findRevision, []any{string(s.typeOf(endpoint)), id}, &doc)
	if err != nil {
		return nil, s.explain("load a revision of "+endpoint, err)
	}
	if !found {
		return nil, content.ErrNoRevision
	}
	return decodeRevision(doc)
}
