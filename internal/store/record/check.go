package record

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"estate/internal/content"
	"estate/internal/content/i18n"
)

// checkHead reports every field that would make the entity unfindable or unsafe.
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
	switch shared := shape != ShapePost && shape != ShapePage; {
	case shared && h.Lang != "":
		errs = append(errs, fmt.Errorf(`"lang" is %q; a %s carries all languages, leave it out`, h.Lang, shape))
	case !shared && !slices.Contains(i18n.Declared, h.Lang):
		errs = append(errs, fmt.Errorf(`"lang" is %q; a %s needs one of %v`, h.Lang, shape, i18n.Declared))
	}
	if err := checkLinks(h, shape); err != nil {
		errs = append(errs, err)
	}
	return errors.Join(append(errs, CheckLength("slug", h.Slug))...)
}

// MaxKeyBytes bounds a slug, link or reference: the index of a database holds no more.
const MaxKeyBytes = 2000

// CheckLength reports a key that is longer than MaxKeyBytes.
func CheckLength(field, key string) error {
	if len(key) > MaxKeyBytes {
		return fmt.Errorf("%q has %d bytes; shorten it to %d", field, len(key), MaxKeyBytes)
	}
	return nil
}

// shapeTypes is the type that a shape must have. A post or page may have a configured type.
var shapeTypes = map[string]content.Type{
	ShapeMedia:       content.TypeAttachment,
	ShapeProperty:    content.TypeProperty,
	ShapeDevelopment: content.TypeDevelopment,
}

func checkLinks(h *content.Head, shape string) error {
	if h.Link == "" && h.Status == content.StatusPublish && shape != ShapeMedia {
		return errors.New(`"link" is missing; published content needs one`)
	}
	links := []string{h.Link}
	for _, link := range h.AlternativeLinks {
		links = append(links, link)
	}
	for _, link := range links {
		if err := CheckLength("link", link); err != nil {
			return err
		}
		if link != "" && !strings.HasPrefix(link, "/") {
			return fmt.Errorf(`link %q does not begin with "/"; write it without the site's address`, link)
		}
		if strings.HasPrefix(link, "//") || strings.HasPrefix(link, `/\`) {
			return fmt.Errorf(`link %q begins with two slashes, which browsers read as another host; write one`, link)
		}
		if !utf8.ValidString(link) {
			return fmt.Errorf(`link %q is not UTF-8`, link)
		}
	}
	return nil
}
