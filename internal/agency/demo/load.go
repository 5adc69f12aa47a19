package demo

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"time"

	"github.com/BurntSushi/toml"

	"estate/internal/content"
	"estate/internal/content/i18n"
)

//go:embed data
var dataFiles embed.FS

// loader has the data that all content refers to, and the problems found so far.
type loader struct {
	media    *library
	terms    *termTable
	people   *people
	moved    moved
	notes    map[string]i18n.Text // data/notes.toml, by price mode
	problems []error
}

// moved is data/moved.toml.
type moved struct {
	Redirects  []Redirect  `toml:"redirect"`
	References []Reference `toml:"reference"`
}

func load() (*loader, error) {
	media, err := readLibrary()
	if err != nil {
		return nil, err
	}
	terms, err := readTerms()
	if err != nil {
		return nil, err
	}
	people, err := readPeople()
	if err != nil {
		return nil, err
	}
	l := &loader{media: media, terms: terms, people: people}
	if err := readTOML("data/notes.toml", &l.notes); err != nil {
		return nil, err
	}
	return l, readTOML("data/moved.toml", &l.moved)
}

// readTOML reads a data file. An unknown key is an error.
func readTOML(name string, into any) error {
	data, err := dataFiles.ReadFile(name)
	if err != nil {
		return fmt.Errorf("read %s: %w", name, err)
	}
	meta, err := toml.Decode(string(data), into)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	for _, key := range meta.Undecoded() {
		if !slices.Contains(key, "section") { // sections check their own keys
			return fmt.Errorf("%s: unknown key %q", name, key)
		}
	}
	return nil
}

// readFolder reads the TOML files of a folder, sorted by name.
func readFolder[T any](folder string, each func(name string, file T) error) error {
	names, err := fs.Glob(dataFiles, folder+"/*.toml")
	if err != nil {
		return fmt.Errorf("list %s: %w", folder, err)
	}
	var problems []error
	for _, name := range names {
		var file T
		err := readTOML(name, &file)
		if err == nil {
			err = each(name, file)
		}
		if err != nil && !strings.Contains(err.Error(), name) {
			err = fmt.Errorf("%s: %w", name, err)
		}
		problems = append(problems, err)
	}
	return errors.Join(problems...)
}

// translate renders a text of light markup in every language.
func (l *loader) translate(text i18n.Text) (i18n.Text, error) {
	rendered := i18n.Text{}
	for _, lang := range i18n.Filled {
		html, err := l.render(lang, text[lang])
		if err != nil {
			return nil, err
		}
		rendered[lang] = string(html)
	}
	return rendered, nil
}

// render renders light markup in one language.
func (l *loader) render(lang i18n.Lang, text string) (content.UnsafeHTML, error) {
	p := &prose{lang: lang, media: l.media}
	html := p.html(text)
	return html, p.problem
}

// head is the head of a property or development, with one slug for both languages.
func head(id int, kind content.Type, slug string, published, modified time.Time) content.Head {
	link := "/" + string(kind) + "/" + slug + "/"
	links := map[i18n.Lang]string{}
	for _, lang := range i18n.Filled {
		links[lang] = lang.Prefix() + link
	}
	return content.Head{
		ID: id, Type: kind, Slug: slug, Status: content.StatusPublish,
		Date: published, Modified: modified, Link: link, AlternativeLinks: links,
	}
}

// parseDate reads a date of a data file. The time of day is derived from id, so that
// times differ.
func parseDate(date string, id int) (time.Time, error) {
	at, err := time.Parse(time.DateOnly, date)
	if err != nil {
		return time.Time{}, fmt.Errorf("date %q must have the form 2026-03-14", date)
	}
	return at.Add(8*time.Hour + time.Duration(id*613%30000)*time.Second), nil
}
