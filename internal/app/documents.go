package app

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"

	"estate/internal/app/config"
	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/store"
)

// documents iterates over all documents of a store as JSON.
type documents struct {
	store *store.Store
	types map[string]content.Type // by endpoint
}

// visitDocument is called with a document. put replaces the document.
type visitDocument func(doc []byte, put func(changed []byte) error) error

// each calls fn for every document.
func (d documents) each(ctx context.Context, fn visitDocument) error {
	if err := d.eachEntity(ctx, fn); err != nil {
		return err
	}
	for _, lang := range i18n.Filled {
		record, err := d.store.Settings(ctx, lang)
		if err != nil {
			return err
		}
		put := func(b *store.Batch, changed *content.Settings) error { return b.PutSettings(lang, changed) }
		if err := visit(ctx, d.store, record, fn, put); err != nil {
			return err
		}
	}
	feed, err := d.store.Instagram(ctx, i18n.Fallback)
	if err != nil || len(feed) == 0 {
		return err
	}
	return visit(ctx, d.store, feed, fn, (*store.Batch).PutInstagram)
}

func (d documents) eachEntity(ctx context.Context, fn visitDocument) error {
	for endpoint, t := range d.types {
		stamps, err := d.store.Stamps(ctx, t)
		if err != nil {
			return err
		}
		for _, stamp := range stamps {
			found, err := d.store.ByID(ctx, cmp.Or(stamp.Lang, i18n.Fallback), endpoint, stamp.ID, "")
			if err != nil {
				continue // a draft is not part of a copy
			}
			if err := visit(ctx, d.store, found, fn, (*store.Batch).Put); err != nil {
				return fmt.Errorf("%s %d: %w", endpoint, stamp.ID, err)
			}
		}
	}
	authors, err := d.store.Archive(ctx, i18n.Fallback, content.ArchiveQuery{Endpoint: "users", PerPage: 1000})
	if err != nil {
		return err
	}
	for _, author := range authors.Items {
		if err := visit(ctx, d.store, author, fn, (*store.Batch).Put); err != nil {
			return err
		}
	}
	return nil
}

// visit calls fn with a value as JSON. put receives a value of the same type.
func visit[T any](ctx context.Context, st *store.Store, value T, fn visitDocument, put func(*store.Batch, T) error) error {
	doc, err := plainJSON(value)
	if err != nil {
		return err
	}
	return fn(doc, func(changed []byte) error {
		into := reflect.New(reflect.TypeOf(value)) // T may be an interface
		if err := json.Unmarshal(changed, into.Interface()); err != nil {
			return err
		}
		return st.Write(ctx, func(b *store.Batch) error { return put(b, into.Elem().Interface().(T)) })
	})
}

// plainJSON encodes JSON without escaping of HTML.
func plainJSON(value any) ([]byte, error) {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(value)
	return b.Bytes(), err
}

// contentTypes maps each endpoint to its content type.
func contentTypes(s config.Settings) map[string]content.Type {
	types := map[string]content.Type{
		"pages": content.TypePage, "posts": content.TypePost, "media": content.TypeAttachment,
		"properties": content.TypeProperty, "developments": content.TypeDevelopment,
	}
	maps.Copy(types, s.PostTypeEndpoints())
	return types
}
