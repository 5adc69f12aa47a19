package edit

import (
	"context"
	"net/mail"
	"net/url"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/content/search"
	"estate/internal/studio/change"
)

// checker collects the problems of values.
type checker struct {
	lang     i18n.Lang
	service  *Service
	ctx      context.Context
	problems []FieldProblem
	options  *search.Catalog // loaded on demand
	before   content.Entity  // as it is stored; nil for another document
}

func (c *checker) add(path, key string, pairs ...any) {
	c.problems = append(c.problems, FieldProblem{path, word(c.lang, key, pairs...)})
}

// arrived returns the changed document as it would be stored. A change that does not fit the type of the document, or that
// names a field which it does not have, is an InvalidError.
func (c *checker) arrived(t target, stored string, d *change.Document, applied []change.Applied) (string, error) {
	bytes, err := d.Bytes()
	if err != nil {
		return "", err
	}
	doc, err := t.canonical(bytes)
	if err != nil {
		return "", c.misfit(t, stored, applied, err)
	}
	after, err := change.Parse(doc)
	if err != nil {
		return "", err
	}
	var unknown []FieldProblem
	for _, a := range applied {
		if !change.Same(after.Value(a.Path), a.To) {
			unknown = append(unknown, FieldProblem{a.Path, word(c.lang, "unknown")})
		}
	}
	if len(unknown) > 0 {
		return "", &InvalidError{unknown}
	}
	return doc, nil
}

// misfit names the changes whose values do not fit the type of the document.
func (c *checker) misfit(t target, stored string, applied []change.Applied, cause error) error {
	var misfits []FieldProblem
	for _, a := range applied {
		one, err := change.Parse(stored)
		if err != nil {
			return err
		}
		if _, _, err := one.Apply(a.Change); err != nil {
			return err
		}
		bytes, err := one.Bytes()
		if err != nil {
			return err
		}
		if _, err := t.canonical(bytes); err != nil {
			misfits = append(misfits, FieldProblem{a.Path, word(c.lang, "type")})
		}
	}
	if len(misfits) == 0 {
		return cause
	}
	return &InvalidError{misfits}
}

// Kinds of text.
type textKind int

const (
	oneLine textKind = iota
	severalLines
)

// text checks a text of at most limit characters.
func (c *checker) text(path, value string, limit int, kind textKind) {
	switch {
	case utf8.RuneCountInString(value) > limit:
		c.add(path, "too_long", "limit", limit)
	case strings.ContainsFunc(value, func(r rune) bool {
		return unicode.IsControl(r) && (kind == oneLine || r != '\n') || r == utf8.RuneError || isDirection(r)
	}):
		c.add(path, "characters")
	}
}

// isDirection reports a character that changes the direction of the text after it.
func isDirection(r rune) bool { return r >= 0x202A && r <= 0x202E || r >= 0x2066 && r <= 0x2069 }

// texts checks a text in all languages.
func (c *checker) texts(path string, value i18n.Text, limit int, kind textKind) {
	for lang, text := range value {
		at := path + "." + string(lang)
		if !slices.Contains(i18n.Declared, lang) {
			c.add(at, "unknown")
			continue
		}
		c.text(at, text, limit, kind)
	}
}

// filledTexts is texts for a document that has no place for a language that the site does not show.
func (c *checker) filledTexts(path string, value i18n.Text, limit int, kind textKind) {
	c.texts(path, value, limit, kind)
	for lang := range value {
		if !lang.IsFilled() {
			c.add(path+"."+string(lang), "unknown")
		}
	}
}

func (c *checker) number(path string, value, low, high int) {
	if value != 0 && (value < low || value > high) {
		c.add(path, "range", "low", low, "high", high)
	}
}

func (c *checker) decimal(path string, value, high float64) {
	if value < 0 || value > high {
		c.add(path, "range", "low", 0, "high", int(high))
	}
}

// oneOf checks a value of a list; "" is always allowed.
func oneOf[T ~string](c *checker, path string, value T, list []T) {
	if value != "" && !slices.Contains(list, value) {
		c.add(path, "choice")
	}
}

// maxAddressBytes bounds a web address.
const maxAddressBytes = 2000

// webAddress checks an https address, or with isSite also a path of the site.
func (c *checker) webAddress(path, value string, isSite bool) {
	if value == "" {
		return
	}
	address, err := url.Parse(value)
	isPath := isSite && strings.HasPrefix(value, "/") && !strings.HasPrefix(value, "//") && !strings.Contains(value, `\`)
	isWeb := err == nil && (address.Scheme == "https" || address.Scheme == "http") && address.Host != "" && address.User == nil
	if err != nil || len(value) > maxAddressBytes || !isPath && !isWeb || strings.ContainsFunc(value, unicode.IsControl) {
		c.add(path, "address")
	}
}

func (c *checker) phone(path, value string) {
	digits := 0
	for _, r := range value {
		if r >= '0' && r <= '9' {
			digits++
		} else if !strings.ContainsRune("+ ()-./", r) {
			digits = -1
			break
		}
	}
	if value != "" && (digits < 6 || len(value) > 40) {
		c.add(path, "phone")
	}
}

func (c *checker) mail(path, value string) {
	if value == "" {
		return
	}
	address, err := mail.ParseAddress(value)
	if err != nil || address.Address != value || len(value) > 200 {
		c.add(path, "mail")
	}
}

// catalog are the option lists.
func (c *checker) catalog() (*search.Catalog, error) {
	if c.options != nil {
		return c.options, nil
	}
	options, err := content.LoadCatalog(c.ctx, c.service.store, i18n.Fallback)
	c.options = options
	return options, err
}

// option checks ids of an option list.
func (c *checker) option(path, key string, ids ...int) error {
	options, err := c.catalog()
	if err != nil {
		return err
	}
	for _, id := range ids {
		if id != 0 && options.Option(key, id) == nil {
			c.add(path, "choice")
		}
	}
	return nil
}

// list checks the length of a list.
func (c *checker) list(path string, length, limit int) {
	if length > limit {
		c.add(path, "list_long", "limit", limit)
	}
}
