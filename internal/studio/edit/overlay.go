package edit

import (
	"cmp"
	"context"
	"path"
	"slices"
	"strings"
	"time"

	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/content/search"
)

// overlay is the content of the store with other settings, or with another property in place of the stored one.
type overlay struct {
	content.Source
	settings map[i18n.Lang]*content.Settings // nil means the stored ones
	property *content.Property               // nil for none
	// first puts the property before the others of a list, where it is not published or not on the page.
	first bool
}

// Settings implements content.Source.
func (o *overlay) Settings(ctx context.Context, lang i18n.Lang) (*content.Settings, error) {
	if o.settings == nil {
		return o.Source.Settings(ctx, lang)
	}
	if settings := o.settings[lang]; settings != nil {
		return settings, nil
	}
	return o.settings[i18n.Fallback], nil
}

// published is a property as visitors would see it, whatever its status.
func published(p *content.Property, now time.Time) *content.Property {
	shown := *p
	shown.Status = content.StatusPublish
	if shown.Date.IsZero() {
		shown.Date = now
	}
	return &shown
}

func (o *overlay) isProperty(entity content.Entity) bool {
	p, ok := entity.(*content.Property)
	return ok && o.property != nil && p.ID == o.property.ID
}

// BySlug implements content.Source.
func (o *overlay) BySlug(ctx context.Context, lang i18n.Lang, endpoint, slug string) ([]content.Entity, error) {
	found, err := o.Source.BySlug(ctx, lang, endpoint, slug)
	if err != nil || o.property == nil || endpoint != content.TypeProperty.Endpoint() {
		return found, err
	}
	found = slices.DeleteFunc(slices.Clone(found), o.isProperty)
	link := cmp.Or(o.property.LinkIn(lang), o.property.Link)
	if slug == o.property.Slug || strings.EqualFold(slug, path.Base(link)) {
		found = append(found, o.property)
	}
	return found, nil
}

// ByID implements content.Source.
func (o *overlay) ByID(ctx context.Context, lang i18n.Lang, endpoint string, id int, auth content.Credential) (content.Entity, error) {
	if o.property != nil && endpoint == content.TypeProperty.Endpoint() && id == o.property.ID {
		return o.property, nil
	}
	return o.Source.ByID(ctx, lang, endpoint, id, auth)
}

// Properties implements content.Source.
func (o *overlay) Properties(ctx context.Context, lang i18n.Lang, f search.Filter) (*content.Listing[*content.Property], error) {
	listing, err := o.Source.Properties(ctx, lang, f)
	if err != nil || o.property == nil {
		return listing, err
	}
	shown := *listing
	shown.Items = slices.Clone(listing.Items)
	at := slices.IndexFunc(shown.Items, func(p *content.Property) bool { return p.ID == o.property.ID })
	switch {
	case at >= 0:
		shown.Items[at] = o.property
	case o.first:
		shown.Items = append([]*content.Property{o.property}, shown.Items...)
		shown.Total++
	}
	return &shown, nil
}
