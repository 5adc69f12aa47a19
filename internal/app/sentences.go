package app

import (
	"context"
	"maps"
	"slices"
	"strings"
	"sync"

	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/content/search"
	"estate/internal/find/sentence"
)

// sentenceParser parses search sentences with dictionaries of the current content. After
// a change of content it answers from the old dictionaries until new ones are built.
type sentenceParser struct {
	catalogs *catalogCache
	searcher content.Searcher                      // nil in live mode: every known feature is understood
	index    sentence.Index                        // nil in live mode: suggestions have no counts
	names    func(kind search.Kind) []search.Named // nil in live mode
	current  func() uint64                         // generation

	mu         sync.Mutex
	parser     *sentence.Parser
	generation uint64
	building   bool
}

func (a *App) sentences(catalogs *catalogCache) *sentenceParser {
	p := &sentenceParser{catalogs: catalogs, current: a.origin.generation}
	if a.index != nil {
		ix := a.index
		p.searcher, p.index, p.names = ix, ix, ix.Names
	}
	return p
}

// Parse parses a sentence in a language. It fails only before the first dictionaries.
func (p *sentenceParser) Parse(ctx context.Context, lang i18n.Lang, text string) (sentence.Result, error) {
	parser, err := p.get(ctx)
	if err != nil {
		return sentence.Result{}, err
	}
	return parser.Parse(lang, text), nil
}

// Suggest returns completions of a sentence, and whether their results are counted. It fails
// only before the first dictionaries.
func (p *sentenceParser) Suggest(
	ctx context.Context, lang i18n.Lang, text string,
) (suggestions []sentence.Suggestion, counted bool, err error) {
	parser, err := p.get(ctx)
	if err != nil {
		return nil, false, err
	}
	return parser.Suggest(lang, text, p.index), p.index != nil, nil
}

// get returns the dictionaries and starts to build new ones after a change of content.
func (p *sentenceParser) get(ctx context.Context) (*sentence.Parser, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	generation := p.current()
	switch {
	case p.parser == nil:
		parser, err := p.build(ctx)
		if err != nil {
			return nil, err
		}
		p.parser, p.generation = parser, generation
	case p.generation != generation && !p.building:
		p.building = true
		go p.rebuild(context.WithoutCancel(ctx), generation)
	}
	return p.parser, nil
}

// rebuild replaces the dictionaries. A failure keeps the old ones until the next change.
func (p *sentenceParser) rebuild(ctx context.Context, generation uint64) {
	parser, err := p.build(ctx)
	p.mu.Lock()
	defer p.mu.Unlock()
	p.building = false
	if err == nil {
		p.parser = parser
	}
	p.generation = generation
}

func (p *sentenceParser) build(ctx context.Context) (*sentence.Parser, error) {
	catalog, err := p.catalog(ctx)
	if err != nil {
		return nil, err
	}
	cfg := sentence.Config{Catalog: catalog, Features: search.Features()}
	if p.searcher != nil {
		if cfg.Features, err = p.features(ctx); err != nil {
			return nil, err
		}
		cfg.Names = append(p.names(search.KindProperties), p.names(search.KindDevelopments)...)
	}
	return sentence.New(cfg)
}

// catalog merges the option names of all languages.
func (p *sentenceParser) catalog(ctx context.Context) (*search.Catalog, error) {
	base, err := p.catalogs.get(ctx, i18n.Fallback)
	if err != nil {
		return nil, err
	}
	lists := search.Lists{
		Offers: base.Offers, Types: base.Types, Locations: base.Locations, Categories: base.Categories,
		DevelopmentCategories: base.DevelopmentCategories, Collections: base.Collections,
	}
	for _, lang := range i18n.Filled {
		other, err := p.catalogs.get(ctx, lang)
		if err != nil {
			return nil, err
		}
		lists.Offers = withNames(lists.Offers, other.Offers, lang)
		lists.Types = withNames(lists.Types, other.Types, lang)
		lists.Locations = withNames(lists.Locations, other.Locations, lang)
		lists.Collections = withNames(lists.Collections, other.Collections, lang)
	}
	return search.NewCatalog(lists), nil
}

// withNames adds the names of one language to options of the same id.
func withNames(options, other []search.Option, lang i18n.Lang) []search.Option {
	names := map[int]string{}
	for _, option := range other {
		names[option.ID] = option.Name.In(lang)
	}
	merged := slices.Clone(options)
	for i := range merged {
		if name := names[merged[i].ID]; name != "" {
			merged[i].Name = maps.Clone(merged[i].Name)
			if merged[i].Name == nil {
				merged[i].Name = i18n.Text{}
			}
			merged[i].Name[lang] = name
		}
	}
	return merged
}

// features are those that properties or developments list.
func (p *sentenceParser) features(ctx context.Context) ([]search.Feature, error) {
	listed := map[string]bool{}
	for _, kind := range []search.Kind{search.KindProperties, search.KindDevelopments} {
		result, err := p.searcher.Search(ctx, search.Filter{Kind: kind, PerPage: 1, IncludeSold: true})
		if err != nil {
			return nil, err
		}
		if result.Counts == nil {
			return search.Features(), nil
		}
		for slug := range result.Counts.Features {
			listed[slug] = true
		}
	}
	var features []search.Feature
	for _, feature := range search.Features() {
		if listed[feature.Slug] {
			features = append(features, feature)
			delete(listed, feature.Slug)
		}
	}
	for _, slug := range slices.Sorted(maps.Keys(listed)) { // in the agency's own words
		features = append(features, search.Feature{Slug: slug, Name: i18n.Text{i18n.Fallback: strings.ReplaceAll(slug, "-", " ")}})
	}
	return features, nil
}
