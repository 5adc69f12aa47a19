package demo

import (
	"errors"
	"fmt"

	"estate/internal/content"
	"estate/internal/content/i18n"
)

// Content is everything the demo agency publishes.
type Content struct {
	Properties   []*content.Property
	Developments []*content.Development
	Posts        []*content.Post // both languages, linked by AlternativeLinks
	Pages        []*content.Page // both languages, linked by AlternativeLinks
	Media        []*content.Media
	Authors      []*content.Author
	Terms        []*content.Term
	Settings     map[i18n.Lang]*content.Settings
	Redirects    []Redirect
	References   []Reference
	Instagram    []content.InstagramPost // newest first
}

// Redirect is a permanent redirect from an old link to a new one.
type Redirect struct {
	From string `toml:"from"`
	To   string `toml:"to"`
}

// Reference maps an old reference to the listing page with properties of its type, in each
// language (specification §9.18).
type Reference struct {
	Reference string    `toml:"reference"`
	Links     i18n.Text `toml:"links"`
}

// Agency reads the content of the demo agency. Each call returns new values that the
// caller may change. The error joins all problems of the data files.
func Agency() (*Content, error) {
	l, err := load()
	if err != nil {
		return nil, fmt.Errorf("read the demo agency: %w", err)
	}
	c := &Content{
		Media:     l.media.entities(),
		Authors:   l.people.authors,
		Terms:     l.terms.all,
		Settings:  l.settings(),
		Redirects: l.moved.Redirects, References: l.moved.References,
		Instagram: l.instagram(),
	}
	c.Properties = collect(l.properties, &l.problems)
	c.Developments = collect(l.developments, &l.problems)
	c.Posts = collect(l.posts, &l.problems)
	c.Pages = collect(l.pages, &l.problems)
	if err := errors.Join(l.problems...); err != nil {
		return nil, fmt.Errorf("read the demo agency: %w", err)
	}
	countTerms(c)
	return c, nil
}

// collect calls one of the loader's readers and adds its error to the problems, so that
// one run reports every problem of the files.
func collect[T any](read func() ([]T, error), problems *[]error) []T {
	items, err := read()
	if err != nil {
		*problems = append(*problems, err)
	}
	return items
}
