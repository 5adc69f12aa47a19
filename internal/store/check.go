package store

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"estate/internal/content"
	"estate/internal/i18n"
)

// checkHead reports everything that would make the entity unfindable or unsafe.
func checkHead(h *content.Head, shape string) error {
	var errs []error
	if h.ID <= 0 {
		errs = append(errs, errors.New(`"id" must be a positive number`))
	}
	if want := shapeTypes[shape]; h.Type == "" || want != "" && h.Type != want {
		errs = append(errs, fmt.Errorf(`"type" is %q; a %s has %q`, h.Type, shape, want))
	}
	switch h.Status {
	case content.StatusPublish, content.StatusDraft, content.StatusPrivate, content.StatusFuture, content.StatusTrash:
	default:
		errs = append(errs, fmt.Errorf(`"status" is %q; use publish, draft, private, future or trash`, h.Status))
	}
	if h.Slug == "" && h.Status == content.StatusPublish {
		errs = append(errs, errors.New(`"slug" is missing; published content needs one`))
	}
	switch shared := shape != shapePost && shape != shapePage; {
	case shared && h.Lang != "":
		errs = append(errs, fmt.Errorf(`"lang" is %q; a %s carries all languages, leave it out`, h.Lang, shape))
	case !shared && !declared(h.Lang):
		errs = append(errs, fmt.Errorf(`"lang" is %q; a %s needs one of %v`, h.Lang, shape, i18n.Declared))
	}
	if err := checkLinks(h, shape); err != nil {
		errs = append(errs, err)
	}
	return errors.Join(append(errs, checkLength("slug", h.Slug))...)
}

// longestKey bounds, in bytes, what is looked up: a database's index holds no more.
const longestKey = 2000

func checkLength(field, key string) error {
	if len(key) > longestKey {
		return fmt.Errorf("%q has %d bytes; shorten it to %d", field, len(key), longestKey)
	}
	return nil
}

// shapeTypes are the types that a shape must have; a post or a page may be of a configured one.
var shapeTypes = map[string]content.Type{
	shapeMedia:       content.TypeAttachment,
	shapeProperty:    content.TypeProperty,
	shapeDevelopment: content.TypeDevelopment,
}

func checkLinks(h *content.Head, shape string) error {
	if h.Link == "" && h.Status == content.StatusPublish && shape != shapeMedia {
		return errors.New(`"link" is missing; published content needs one`)
	}
	links := []string{h.Link}
	for _, link := range h.AlternativeLinks {
		links = append(links, link)
	}
	for _, link := range links {
		if err := checkLength("link", link); err != nil {
			return err
		}
		if link != "" && !strings.HasPrefix(link, "/") {
			return fmt.Errorf(`link %q does not begin with "/"; write it without the site's address`, link)
		}
		if !utf8.ValidString(link) {
			return fmt.Errorf(`link %q is not UTF-8`, link)
		}
	}
	return nil
}

func declared(lang i18n.Lang) bool {
	for _, known := range i18n.Declared {
		if lang == known {
			return true
		}
	}
	return false
}
