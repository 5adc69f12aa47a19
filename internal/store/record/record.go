package record

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"path"
	"strconv"
	"strings"

	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/content/sanitize"
	"estate/internal/content/search"
)

// The shapes of documents: the Go type that one decodes into. An entity of a
// configured post type is a Post or a Page and keeps that shape.
const (
	ShapePost        = "post"
	ShapePage        = "page"
	ShapeMedia       = "media"
	ShapeProperty    = "property"
	ShapeDevelopment = "development"
)

// NewEntity returns an empty entity of a shape, nil for an unknown shape.
func NewEntity(shape string) content.Entity {
	switch shape {
	case ShapePost:
		return &content.Post{}
	case ShapePage:
		return &content.Page{}
	case ShapeMedia:
		return &content.Media{}
	case ShapeProperty:
		return &content.Property{}
	case ShapeDevelopment:
		return &content.Development{}
	}
	return nil
}

// DecodeEntity reads the document of an entity.
func DecodeEntity(shape, doc string) (content.Entity, error) {
	entity := NewEntity(shape)
	if entity == nil {
		return nil, fmt.Errorf("unknown shape %q in the store", shape)
	}
	if err := json.Unmarshal([]byte(doc), entity); err != nil {
		return nil, fmt.Errorf("decode %s: %w", shape, err)
	}
	return entity, nil
}

// EncodeJSON writes v as JSON and leaves markup unescaped.
func EncodeJSON(v any) (string, error) {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(v); err != nil {
		return "", err
	}
	return strings.TrimSuffix(b.String(), "\n"), nil
}

// Record is one row of the entities table, with the rows of other tables that belong
// to it.
type Record struct {
	Head   *content.Head
	Shape  string
	Author int
	Parent int
	Title  string        // folded
	Words  string        // folded text of the full-text search
	Terms  []content.Ref // categories and tags
	Row    *search.Row   // of a property or development
	Doc    string        // JSON
	// History is the public price and state of a published property, nil for anything else.
	History *content.HistoryEntry
}

// New checks an entity and returns its record. An entity that cannot be stored is an
// Invalid.
func New(entity content.Entity) (*Record, error) {
	r := &Record{Head: content.HeadOf(entity)}
	if r.Head == nil {
		return nil, Invalidf("%T is no entity that can be stored", entity)
	}
	switch e := entity.(type) {
	case *content.Post:
		r.Shape, r.Author = ShapePost, e.Author
		r.Title, r.Words = e.Title, sanitize.Excerpt(string(e.Excerpt))+" "+sanitize.Text(string(e.Content))
		r.Terms = append(refs(TypeCategory, e.Categories), refs(TypeTag, e.Tags)...)
	case *content.Page:
		r.Shape, r.Parent = ShapePage, e.Parent
		r.Title, r.Words = e.Title, sanitize.Excerpt(string(e.Excerpt))+" "+sanitize.Text(string(e.Content))
	case *content.Media:
		r.Shape, r.Parent = ShapeMedia, e.Parent
		r.Title, r.Words = texts(e.Title), texts(e.Caption, e.Image.Alt)
	case *content.Property:
		row := e.Row()
		r.Shape, r.Author, r.Row = ShapeProperty, e.Agent, &row
		if e.Status == content.StatusPublish {
			entry := e.HistoryEntry()
			r.History = &entry
		}
		r.Title, r.Words = texts(e.Title), e.Reference+" "+e.PromoName+" "+texts(e.Subtitle)
	case *content.Development:
		row := e.Row()
		r.Shape, r.Author, r.Row = ShapeDevelopment, e.Agent, &row
		r.Title, r.Words = texts(e.Title), e.Reference+" "+e.PromoName+" "+texts(e.Subtitle)
	}
	err := checkHead(r.Head, r.Shape)
	if r.Row != nil {
		err = errors.Join(err, CheckLength("reference", r.Row.Reference))
	}
	if err != nil {
		return nil, Invalidf("%s: %w", Describe(r.Head.Ref()), err)
	}
	r.Title = i18n.Fold(r.Title)
	r.Words = r.Title + " " + i18n.Fold(r.Words)
	if r.Doc, err = EncodeJSON(entity); err != nil {
		return nil, Invalidf("%s: %w", Describe(r.Head.Ref()), err)
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

// SlugIn returns the folded slug of an entity in lang, "" where it has no link.
func SlugIn(h *content.Head, lang i18n.Lang) string {
	if h.Lang != "" {
		if h.Lang != lang {
			return ""
		}
		return FoldSlug(h.Slug)
	}
	if len(h.AlternativeLinks) == 0 {
		return FoldSlug(h.Slug)
	}
	switch link := h.LinkIn(lang); {
	case link == "":
		return ""
	case link == h.Link || path.Clean(link) == "/":
		return FoldSlug(h.Slug)
	default:
		return FoldSlug(path.Base(path.Clean(link)))
	}
}

// Types of the terms that posts have.
const (
	TypeCategory content.Type = "category"
	TypeTag      content.Type = "tag"
)

// Describe names an entity in an error: "post 12".
func Describe(ref content.Ref) string { return string(ref.Type) + " " + strconv.Itoa(ref.ID) }
