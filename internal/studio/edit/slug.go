package edit

import (
	"cmp"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/studio/change"
)

// maxSlugBytes bounds the slug of a title.
const maxSlugBytes = 120

// draftSlug is the slug of a new draft until it is published.
func draftSlug(id int) string { return fmt.Sprintf("draft-%d", id) }

// linkOf is the link of a property or development.
func linkOf(t content.Type, lang i18n.Lang, slug string) string {
	return lang.Prefix() + "/" + string(t) + "/" + slug + "/"
}

// followSlug sets what follows from a slug. The first publication makes one from the title of each language, unless the
// editor has typed one.
func (t *listing) followSlug(d *change.Document, what *detail, now time.Time) error {
	head := content.HeadOf(t.before)
	var slug, status string
	if err := json.Unmarshal(d.Value(fieldSlug), &slug); err != nil {
		return nil //nolint:nilerr // not of its type: the check of the field says so
	}
	if err := json.Unmarshal(d.Value(fieldStatus), &status); err != nil {
		return nil //nolint:nilerr // as above
	}
	if head.Date.IsZero() && content.Status(status) == content.StatusPublish {
		if err := autoChange(d, what, "date", now.Truncate(time.Second)); err != nil {
			return err
		}
		if slug == draftSlug(head.ID) {
			return t.firstSlugs(d, what)
		}
	}
	if slug == head.Slug {
		return nil
	}
	link := linkOf(t.form.Type, i18n.Fallback, slug)
	if err := autoChange(d, what, "link", link); err != nil || len(head.AlternativeLinks) == 0 {
		return err
	}
	return autoChange(d, what, "alternative_links."+string(i18n.Fallback), link)
}

// firstSlugs gives slugs of the titles.
func (t *listing) firstSlugs(d *change.Document, what *detail) error {
	doc, err := d.Bytes()
	if err != nil {
		return err
	}
	entity, err := t.parse(doc)
	if err != nil {
		return nil //nolint:nilerr // not of its type: the check of the field says so
	}
	slugs := map[i18n.Lang]string{}
	for _, lang := range i18n.Filled {
		if slugs[lang], err = t.freeSlug(titleOf(entity, lang) + " " + referenceOf(entity)); err != nil {
			return err
		}
	}
	slug := slugs[i18n.Fallback]
	if err := autoChange(d, what, fieldSlug, slug); err != nil {
		return err
	}
	if err := autoChange(d, what, "link", linkOf(t.form.Type, i18n.Fallback, slug)); err != nil {
		return err
	}
	links, isOne := map[i18n.Lang]string{}, true
	for _, lang := range i18n.Filled {
		links[lang] = linkOf(t.form.Type, lang, slugs[lang])
		isOne = isOne && slugs[lang] == slug
	}
	if isOne {
		return nil // one slug for all languages needs no further links
	}
	return autoChange(d, what, "alternative_links", links)
}

// freeSlug is the slug of a text, with a number where something else has it.
func (t *listing) freeSlug(text string) (string, error) {
	slug := i18n.Slug(text)
	if len(slug) > maxSlugBytes {
		slug = strings.Trim(slug[:maxSlugBytes], "-")
	}
	slug = cmp.Or(slug, "property")
	free := slug
	for n := 2; t.batch != nil; n++ { // a preview has no batch, and stores nothing
		isTaken, err := t.batch.HasSlug(free, t.before.Ref())
		if err != nil || !isTaken {
			return free, err
		}
		free = fmt.Sprintf("%s-%d", slug, n)
	}
	return free, nil
}
