package content

import (
	"encoding/json"
	"time"

	"estate/internal/content/i18n"
)

// Type is the type of an entity, in WordPress's words.
type Type string

// The built-in types. Configured post types add their own.
const (
	TypePost        Type = "post"
	TypePage        Type = "page"
	TypeAttachment  Type = "attachment"
	TypeProperty    Type = "properties"
	TypeDevelopment Type = "developments"
)

// Endpoint is the REST endpoint that serves entities of the type. A configured
// type has its own name, unless the configuration gives another endpoint.
func (t Type) Endpoint() string {
	switch t {
	case TypePost:
		return "posts"
	case TypePage:
		return "pages"
	case TypeAttachment:
		return "media"
	}
	return string(t)
}

// Status is the publication state of an entity.
type Status string

// The publication states; only StatusPublish reaches visitors without a credential.
const (
	StatusPublish Status = "publish"
	StatusDraft   Status = "draft"
	StatusPrivate Status = "private"
	StatusFuture  Status = "future"
	StatusTrash   Status = "trash"
)

// UnsafeHTML is markup as the CMS stores it: it may hold scripts. It reaches a View only as
// sanitize.SafeHTML.
type UnsafeHTML string

// Head is what every entity of a post type has.
type Head struct {
	ID       int       `json:"id"`
	Type     Type      `json:"type"`
	Slug     string    `json:"slug"`
	Status   Status    `json:"status"`
	Date     time.Time `json:"date"`     // first published, UTC
	Modified time.Time `json:"modified"` // last changed, UTC
	// Lang is the language of the entity; empty for entities that hold all languages
	// (properties, developments, media).
	Lang i18n.Lang `json:"lang,omitempty"`
	// Link is the site link in normal form. For an entity with all languages it is the
	// English one; LinkIn returns the others.
	Link string `json:"link"`
	// AlternativeLinks are the links of the same content per language, its own included.
	AlternativeLinks map[i18n.Lang]string `json:"alternative_links,omitempty"`
	// Protected reports that a password protects the content: only its title is known.
	Protected bool `json:"protected,omitempty"`
	// SEO is what the editor's SEO plugin says of the page.
	SEO *SEO `json:"seo,omitempty"`
	// Unread are fields of the CMS that were not understood, such as `price: "ask us"`, for editors.
	Unread []string `json:"unread,omitempty"`
	// Ignored are names of fields of the CMS that have a value and that nothing reads.
	Ignored []string `json:"ignored,omitempty"`
	// Embedded are related entities that the source sent with this one, such as its
	// author, terms and pictures. They save look-ups; nothing depends on them.
	Embedded []Entity `json:"-"`
}

// EmbeddedEntities are the related entities that the source sent with this one.
func (h *Head) EmbeddedEntities() []Entity { return h.Embedded }

// LinkIn returns the entity's link in l, "" when it does not exist in that language. An
// entity with all languages and without alternative links has one slug for all.
func (h *Head) LinkIn(l i18n.Lang) string {
	if link, ok := h.AlternativeLinks[l]; ok {
		return link
	}
	if h.Lang == l {
		return h.Link
	}
	if h.Lang == "" && len(h.AlternativeLinks) == 0 {
		return l.Prefix() + h.Link
	}
	return ""
}

// SEO holds what an editor typed for search engines and social networks, and whether the page is for them.
type SEO struct {
	NoIndex     bool   `json:"noindex,omitempty"`
	Title       string `json:"title,omitempty"`
	Description string `json:"description,omitempty"`
	Canonical   string `json:"canonical,omitempty"` // site link of another page
	Image       string `json:"image,omitempty"`     // address of the social picture
}

// Entity is content with an id and a link.
type Entity interface {
	// Ref identifies the entity across languages and sources.
	Ref() Ref
	// LinkIn returns its link in a language, "" where it has none.
	LinkIn(l i18n.Lang) string
}

// Ref identifies an entity by its type (a post type, a taxonomy or "author"), which does
// not depend on the endpoint, and its id.
type Ref struct {
	Type Type `json:"type"`
	ID   int  `json:"id"`
}

// Ref identifies the entity.
func (h *Head) Ref() Ref { return Ref{h.Type, h.ID} }

// Media is a file of the media library; it has a page of its own.
type Media struct {
	Head
	Title   i18n.Text `json:"title"`
	Caption i18n.Text `json:"caption,omitempty"`
	Image   Image     `json:"image"`
	Mime    string    `json:"mime_type"`
	Parent  int       `json:"parent,omitempty"`
}

// Post is one article of the blog, in one language.
type Post struct {
	Head
	Title      string     `json:"title"` // plain text
	Content    UnsafeHTML `json:"content"`
	Excerpt    UnsafeHTML `json:"excerpt,omitempty"`
	Author     int        `json:"author,omitempty"`
	Categories []int      `json:"categories,omitempty"`
	Tags       []int      `json:"tags,omitempty"`
	Featured   *Image     `json:"featured_image,omitempty"`
	Fields     PageFields `json:"acf"`
	Sticky     bool       `json:"sticky,omitempty"` // stands first in the list of posts
}

// Page is one content page, in one language.
type Page struct {
	Head
	Title    string          `json:"title"` // plain text
	Content  UnsafeHTML      `json:"content,omitempty"`
	Excerpt  UnsafeHTML      `json:"excerpt,omitempty"`
	Parent   int             `json:"parent,omitempty"`
	Featured *Image          `json:"featured_image,omitempty"`
	Fields   PageFields      `json:"acf"`
	Filter   *PropertyFilter `json:"property_filter,omitempty"` // listing pages only
	Sections []Section       `json:"sections,omitempty"`
}

// PageFields are the header fields editors set on posts and pages (specification §3.6).
type PageFields struct {
	Title       string `json:"title,omitempty"`
	Subtitle    string `json:"subtitle,omitempty"`
	HeaderType  string `json:"header_type,omitempty"` // home, simple, single, hero, none
	HeaderImage *Image `json:"header_image,omitempty"`
	HideSearch  bool   `json:"hide_search,omitempty"` // the flag search_bar is set: no search panel
	Description string `json:"description,omitempty"` // for search engines
}

// PropertyFilter is the preset filter of a listing page (acf.property_filter); 0 means any.
type PropertyFilter struct {
	Offer    int `json:"s_offer,omitempty"`
	Type     int `json:"s_type,omitempty"`
	Location int `json:"s_location,omitempty"` // a province, a city or a subarea
}

// Section is one block of a page: its layout (acf_fc_layout) and its fields as the editor
// saved them.
type Section struct {
	Layout string          `json:"acf_fc_layout"`
	Fields json.RawMessage `json:"fields,omitempty"`
}

// Author is a person who writes posts or is the agent of properties.
type Author struct {
	ID          int       `json:"id"`
	Slug        string    `json:"slug"`
	Name        string    `json:"name"`
	Link        string    `json:"link"` // English link; /author/{slug}/
	Description i18n.Text `json:"description,omitempty"`
	Role        i18n.Text `json:"role,omitempty"`
	Phone       string    `json:"phone,omitempty"`
	Mail        string    `json:"mail,omitempty"`
	Picture     *Image    `json:"picture,omitempty"`
}

// TypeAuthor is the type in an author's Ref; records carry none for authors.
const TypeAuthor Type = "author"

// Ref identifies the author.
func (a *Author) Ref() Ref { return Ref{TypeAuthor, a.ID} }

// LinkIn returns the link of the author's archive in l.
func (a *Author) LinkIn(l i18n.Lang) string { return l.Prefix() + a.Link }

// Term is one value of a taxonomy. Terms of "category" and "tag" have one language; the
// terms of the s_… taxonomies have their name in all.
type Term struct {
	ID               int                  `json:"id"`
	Taxonomy         string               `json:"taxonomy"` // category, tag, s_offer, s_type, s_location, s_category, s_categories
	Slug             string               `json:"slug"`
	Name             i18n.Text            `json:"name"`
	Description      i18n.Text            `json:"description,omitempty"`
	Parent           int                  `json:"parent,omitempty"` // the province of a city, the city of a subarea
	Lang             i18n.Lang            `json:"lang,omitempty"`
	Link             string               `json:"link,omitempty"`
	AlternativeLinks map[i18n.Lang]string `json:"alternative_links,omitempty"`
	Count            int                  `json:"count,omitempty"`
}

// Ref identifies the term; its type is the taxonomy.
func (t *Term) Ref() Ref { return Ref{Type(t.Taxonomy), t.ID} }

// LinkIn returns the link of the term's archive in l, "" where it has none.
func (t *Term) LinkIn(l i18n.Lang) string {
	if link, ok := t.AlternativeLinks[l]; ok {
		return link
	}
	if t.Lang == l {
		return t.Link
	}
	return ""
}

// Revision is a saved draft of an entity, shown by a preview.
type Revision struct {
	Parent  int        `json:"parent"`
	Title   string     `json:"title"`
	Content UnsafeHTML `json:"content"`
	Excerpt UnsafeHTML `json:"excerpt"`
	// Fields are the other changed parts of a post or page, nil when the CMS keeps only texts.
	Fields *RevisionFields `json:"fields,omitempty"`
}

// RevisionFields are the parts of a post or page beside its texts, as in Page.
type RevisionFields struct {
	Page     PageFields      `json:"acf"`
	Featured *Image          `json:"featured_image,omitempty"`
	Filter   *PropertyFilter `json:"property_filter,omitempty"` // pages only
	Sections []Section       `json:"sections,omitempty"`        // pages only
	Terms    *RevisionTerms  `json:"terms,omitempty"`           // posts only; nil keeps the saved ones
}

// RevisionTerms are the ids of the categories and tags of a revision.
type RevisionTerms struct {
	Categories []int `json:"categories,omitempty"`
	Tags       []int `json:"tags,omitempty"`
}
