package sentence

import (
	"errors"

	"estate/internal/i18n"
	"estate/internal/search"
)

// Config is what a Parser knows of the content.
type Config struct {
	Catalog *search.Catalog
	// Features are the features that properties of the content list.
	Features []search.Feature
	Names    []search.Named
}

// Parser parses sentences. It is read-only and safe for concurrent use.
type Parser struct {
	dictionaries map[i18n.Lang]*dictionary
}

// New builds the dictionaries of all filled languages. It fails on an invalid word list.
func New(cfg Config) (*Parser, error) {
	if cfg.Catalog == nil {
		return nil, errors.New("sentence: Config.Catalog is missing")
	}
	lists := map[i18n.Lang]*wordList{}
	for _, lang := range i18n.Filled {
		list, err := readWords(lang)
		if err != nil {
			return nil, err
		}
		if list != nil {
			lists[lang] = list
		}
	}
	p := &Parser{dictionaries: map[i18n.Lang]*dictionary{}}
	for _, lang := range i18n.Filled {
		p.dictionaries[lang] = build(lang, cfg, lists)
	}
	return p, nil
}

// Result is what a sentence means.
type Result struct {
	// Filter has no page and no sort order.
	Filter search.Filter
	// Unknown holds the phrases that set no filter, as they were typed, in lower case.
	Unknown []string
}

// MaxLength is the number of bytes of a sentence that are read.
const MaxLength = 300

// Parse parses a sentence in a language. Text beyond MaxLength bytes is ignored.
func (p *Parser) Parse(lang i18n.Lang, text string) Result {
	d := p.dictionaries[lang]
	if d == nil {
		d = p.dictionaries[i18n.Fallback]
	}
	if len(text) > MaxLength {
		text = text[:MaxLength]
	}
	s := scanner{dictionary: d, tokens: tokenize(fold(text))}
	s.correct()
	s.scan()
	filter := s.filter()
	return Result{Filter: filter, Unknown: s.unknownIn(text)}
}
