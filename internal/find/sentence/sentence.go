package sentence

import (
	"errors"
	"strings"
	"unicode/utf8"

	"estate/internal/content/i18n"
	"estate/internal/content/search"
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

// MaxLength is the number of bytes of a sentence that are read: the 300 characters that the
// field takes, of two bytes each.
const MaxLength = 600

// maxRest is the number of bytes that are reported of a text beyond MaxLength.
const maxRest = 40

// Parse parses a sentence in a language. Text beyond MaxLength bytes is reported as unknown.
func (p *Parser) Parse(lang i18n.Lang, text string) Result {
	d := p.dictionaries[lang]
	if d == nil {
		d = p.dictionaries[i18n.Fallback]
	}
	text, rest := cut(text)
	s := scanner{dictionary: d, tokens: tokenize(fold(text))}
	s.correct()
	s.scan()
	filter := s.filter()
	result := Result{Filter: filter, Unknown: s.unknownIn(text)}
	if rest != "" {
		result.Unknown = append(result.Unknown, rest)
	}
	return result
}

// cut divides a text that is too long at a space, and shortens what comes after it.
func cut(text string) (read, rest string) {
	if len(text) <= MaxLength {
		return text, ""
	}
	at := strings.LastIndexByte(text[:MaxLength], ' ')
	if at < MaxLength/2 {
		at = beforeRune(text, MaxLength)
	}
	read, rest = text[:at], strings.ToLower(strings.TrimSpace(text[at:]))
	if len(rest) > maxRest {
		rest = strings.TrimSpace(rest[:beforeRune(rest, maxRest)]) + "…"
	}
	return read, rest
}

// beforeRune returns the start of the character that holds the byte at an offset.
func beforeRune(text string, at int) int {
	for at > 0 && !utf8.RuneStart(text[at]) {
		at--
	}
	return at
}
