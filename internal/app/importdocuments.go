package app

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"

	"estate/internal/config"
	"estate/internal/content"
	"estate/internal/i18n"
	"estate/internal/store"
)

// documents are all that a store holds, as JSON that can be written anew.
type documents struct {
	store *store.Store
	types map[string]content.Type // by endpoint
}

// see is shown a document; put writes it anew.
type see func(doc []byte, put func(changed []byte) error) error

// each shows every stored document.
func (d documents) each(ctx context.Context, see see) error {
	if err := d.eachEntity(ctx, see); err != nil {
		return err
	}
	for _, lang := range i18n.Filled {
		record, err := d.store.Settings(ctx, lang)
		if err != nil {
			return err
		}
		put := func(b *store.Batch, changed *content.Settings) error { return b.PutSettings(lang, changed) }
		if err := show(ctx, d.store, record, see, put); err != nil {
			return err
		}
	}
	feed, err := d.store.Instagram(ctx, i18n.Fallback)
	if err != nil || len(feed) == 0 {
		return err
	}
	return show(ctx, d.store, feed, see, (*store.Batch).PutInstagram)
}

func (d documents) eachEntity(ctx context.Context, see see) error {
	for endpoint, t := range d.types {
		stamps, err := d.store.Stamps(ctx, t)
		if err != nil {
			return err
		}
		for _, stamp := range stamps {
			found, err := d.store.ByID(ctx, cmp.Or(stamp.Lang, i18n.Fallback), endpoint, stamp.ID, "")
			if err != nil {
				continue // no draft gets into a copy
			}
			if err := show(ctx, d.store, found, see, (*store.Batch).Put); err != nil {
				return fmt.Errorf("%s %d: %w", endpoint, stamp.ID, err)
			}
		}
	}
	authors, err := d.store.Archive(ctx, i18n.Fallback, content.ArchiveQuery{Endpoint: "users", PerPage: 1000})
	if err != nil {
		return err
	}
	for _, author := range authors.Items {
		if err := show(ctx, d.store, author, see, (*store.Batch).Put); err != nil {
			return err
		}
	}
	return nil
}

// show gives one value as JSON; what comes back is a value of the same type.
func show[T any](ctx context.Context, st *store.Store, value T, see see, put func(*store.Batch, T) error) error {
	doc, err := plainJSON(value)
	if err != nil {
		return err
	}
	return see(doc, func(changed []byte) error {
		into := reflect.New(reflect.TypeOf(value)) // T may be an interface
		if err := json.Unmarshal(changed, into.Interface()); err != nil {
			return err
		}
		return st.Write(ctx, func(b *store.Batch) error { return put(b, into.Elem().Interface().(T)) })
	})
}

// plainJSON writes JSON with its markup as it is.
func plainJSON(value any) ([]byte, error) {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(value)
	return b.Bytes(), err
}

// contentTypes are all types of content by endpoint.
func contentTypes(s config.Settings) map[string]content.Type {
	types := map[string]content.Type{
		"pages": content.TypePage, "posts": content.TypePost, "media": content.TypeAttachment,
		"properties": content.TypeProperty, "developments": content.TypeDevelopment,
	}
	maps.Copy(types, s.PostTypeEndpoints())
	return types
}
