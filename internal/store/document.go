package store

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"path"
	"strings"

	"estate/internal/content"
	"estate/internal/i18n"
	"estate/internal/sanitize"
	"estate/internal/search"
)

// The shapes of documents: which Go type one decodes into. A configured post
// type is written as a Post or a Page and keeps that shape.
const (
	shapePost        = "post"
	shapePage        = "page"
	shapeMedia       = "media"
	shapeProperty    = "property"
	shapeDevelopment = "development"
)

// newEntity is an empty entity of a shape, nil for an unknown one.
func newEntity(shape string) content.Entity {
	switch shape {
	case shapePost:
		return &content.Post{}
	case shapePage:
		return &content.Page{}
	case shapeMedia:
		return &content.Media{}
	case shapeProperty:
		return &content.Property{}
	case shapeDevelopment:
		return &content.Development{}
	}
	return nil
}

func decodeEntity(shape, doc string) (content.Entity, error) {
	entity := newEntity(shape)
	if entity == nil {
		return nil, fmt.Errorf("unknown shape %q in the store", shape)
	}
	if err := json.Unmarshal([]byte(doc), entity); err != nil {
		return nil, fmt.Errorf("decode %s: %w", shape, err)
	}
	return entity, nil
}

// encode writes v as JSON, markup unescaped.
func encode(v any) (string, error) {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(v); err != nil {
		return "", err
	}
	return strings.TrimSuffix(b.String(), "\n"), nil
}

// record is one row of the entities table with what hangs on it.
type record struct {
	head   *content.Head
	shape  string
	author int
	parent int
	title  string
	words  string
	terms  []content.Ref // categories and tags
	row    *search.Row   // homes only
	doc    string
}

// newRecord checks an entity and takes from it what the columns need.
func newRecord(entity content.Entity) (*record, error) {
	r := &record{head: content.HeadOf(entity)}
	if r.head == nil {
		return nil, invalid("%T is no entity that can be stored", entity)
	}
	switch e := entity.(type) {
	case *content.Post:
		r.shape, r.author = shapePost, e.Author
		r.title, r.words = e.Title, sanitize.Text(string(e.Excerpt))+" "+sanitize.Text(string(e.Content))
		r.terms = append(refs(typeCategory, e.Categories), refs(typeTag, e.Tags)...)
	case *content.Page:
		r.shape, r.parent = shapePage, e.Parent
		r.title, r.words = e.Title, sanitize.Text(string(e.Excerpt))+" "+sanitize.Text(string(e.Content))
	case *content.Media:
		r.shape, r.parent = shapeMedia, e.Parent
		r.title, r.words = texts(e.Title), texts(e.Caption, e.Image.Alt)
	case *content.Property:
		row := e.Row()
		r.shape, r.author, r.row = shapeProperty, e.Agent, &row
		r.title, r.words = texts(e.Title), e.Reference+" "+e.PromoName+" "+texts(e.Subtitle)
	case *content.Development:
		row := e.Row()
		r.shape, r.author, r.row = shapeDevelopment, e.Agent, &row
		r.title, r.words = texts(e.Title), e.Reference+" "+e.PromoName+" "+texts(e.Subtitle)
	}
	err := checkHead(r.head, r.shape)
	if r.row != nil {
		err = errors.Join(err, checkLength("reference", r.row.Reference))
	}
	if err != nil {
		return nil, invalid("%s: %w", describe(r.head.Ref()), err)
	}
	r.title = i18n.Fold(r.title)
	r.words = r.title + " " + i18n.Fold(r.words)
	if r.doc, err = encode(entity); err != nil {
		return nil, invalid("%s: %w", describe(r.head.Ref()), err)
	}
	return r, nil
}

func refs(taxonomy content.Type, ids []int) []content.Ref {
	var list []content.Ref
	for _, id := range ids {
		list = append(list, content.Ref{Type: taxonomy, ID: id})
	}
	return list
}

// texts joins the languages of texts, in a fixed order.
func texts(list ...i18n.Text) string {
	var all []string
	for _, text := range list {
		for _, lang := range i18n.Declared {
			if text[lang] != "" {
				all = append(all, text[lang])
			}
		}
	}
	return strings.Join(all, " ")
}

// slugIn is the slug an entity answers to in lang, "" where it has no link there.
func slugIn(h *content.Head, lang i18n.Lang) string {
	if h.Lang != "" {
		if h.Lang != lang {
			return ""
		}
		return foldSlug(h.Slug)
	}
	if len(h.AlternativeLinks) == 0 {
		return foldSlug(h.Slug)
	}
	switch link := h.LinkIn(lang); {
	case link == "":
		return ""
	case link == h.Link || path.Clean(link) == "/":
		return foldSlug(h.Slug)
	default:
		return foldSlug(path.Base(path.Clean(link)))
	}
}
