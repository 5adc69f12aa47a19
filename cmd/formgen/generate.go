package main

import (
	"bytes"
	"errors"
	"fmt"
	"go/format"
	"os"
	"path/filepath"
	"slices"

	"estate/internal/content"
	"estate/internal/content/vocabulary"
)

// section is a schema with its fields read.
type section struct {
	content.SectionSchema
	fields []field
}

// generate returns the text of every generated file by its path below root.
func generate(root string, schemas []content.SectionSchema) (map[string][]byte, error) {
	sections := make([]section, len(schemas))
	for i, schema := range schemas {
		fields, err := fieldsOf(schema.Fields)
		if err != nil {
			return nil, fmt.Errorf("section %s: %w", schema.Kind, err)
		}
		sections[i] = section{schema, fields}
	}
	kinds, err := format.Source([]byte(goKinds(sections)))
	if err != nil {
		return nil, fmt.Errorf("internal/site/view: %w", err)
	}
	guide := filepath.Join(root, "docs", "sections.md")
	page, err := os.ReadFile(guide)
	if err != nil {
		return nil, err
	}
	if page, err = replaceTable(page, sections); err != nil {
		return nil, err
	}
	channels := filepath.Join(root, "docs", "channels.md")
	words, err := os.ReadFile(channels)
	if err != nil {
		return nil, err
	}
	if words, err = replaceVocabulary(words); err != nil {
		return nil, err
	}
	studio, err := studioForms()
	if err != nil {
		return nil, err
	}
	return map[string][]byte{
		guide:    page,
		channels: words,
		filepath.Join(root, "internal", "site", "view", "section_kinds.go"):                  kinds,
		filepath.Join(root, "web", "studio", "src", "generated", "forms.ts"):                 []byte(studio),
		filepath.Join(root, "web", "src", "app", "section-loaders.ts"):                       []byte(loaders(sections)),
		filepath.Join(root, "wordpress", "estate", "src", "Content", "section-schema.php"):   []byte(pluginForm(sections)),
		filepath.Join(root, "wordpress", "estate", "src", "Properties", "feature-table.php"): []byte(featureTable()),
	}, nil
}

// The marks around the table of the vocabulary.
const (
	vocabularyBegin = "<!-- vocabulary -->\n"
	vocabularyEnd   = "<!-- end of the vocabulary -->\n"
)

// replaceVocabulary writes the table of the vocabulary between its marks.
func replaceVocabulary(page []byte) ([]byte, error) {
	before, rest, ok := bytes.Cut(page, []byte(vocabularyBegin))
	_, after, closed := bytes.Cut(rest, []byte(vocabularyEnd))
	if !ok || !closed {
		return nil, errors.New("docs/channels.md has no marks of the vocabulary")
	}
	return slices.Concat(before, []byte(vocabularyBegin+vocabulary.Markdown()+vocabularyEnd), after), nil
}
