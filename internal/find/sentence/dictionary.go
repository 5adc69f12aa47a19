package sentence

import (
	"slices"
	"strings"

	"estate/internal/content/i18n"
	"estate/internal/content/search"
	"estate/internal/content/vocabulary"
)

// class is a set of grammatical roles that a phrase can have.
type class uint64

const (
	classBeds class = 1 << iota
	classBaths
	classMax
	classMin
	classBetween
	classTo
	classEither
	classOrMore
	classOrLess
	classAbout
	classBudget
	classMillion
	classThousand
	classHalf
	classAndHalf
	classCurrency
	classForeignCurrency
	classMonth
	classWeek
	classSquareMetres
	classHectares
	classMetres
	classBuilt
	classPlot
	classTerrace
	classReference
	classDevelopments
	classQuarter
	classThreeQuarters
	classAbove
	classOrAbout
	classDecimal
	classForeignSize
	classPair
	classStay
	classStayMonths
	classNegation
	classFiller
	classUnsearched
)

// anyUnit is what makes the number before it a quantity.
const anyUnit = classBeds | classBaths | classMillion | classThousand | classCurrency | classForeignCurrency |
	classMonth | classWeek | classSquareMetres | classHectares | classMetres | classForeignSize

// classNames are the keys of [classes] in a word list.
var classNames = map[string]class{
	"beds": classBeds, "baths": classBaths, "max": classMax, "min": classMin, "between": classBetween, "to": classTo,
	"either": classEither, "orMore": classOrMore, "orLess": classOrLess, "about": classAbout, "budget": classBudget,
	"million": classMillion, "thousand": classThousand, "half": classHalf, "andHalf": classAndHalf,
	"currency": classCurrency, "foreignCurrency": classForeignCurrency,
	"squareMetres": classSquareMetres, "hectares": classHectares, "metres": classMetres, "built": classBuilt, "plot": classPlot,
	"terrace": classTerrace, "reference": classReference, "developments": classDevelopments,
	"quarter": classQuarter, "threeQuarters": classThreeQuarters, "above": classAbove, "orAbout": classOrAbout,
	"decimal": classDecimal, "foreignSize": classForeignSize, "pair": classPair, "filler": classFiller, "stay": classStay,
	"unsearched": classUnsearched, "stayMonths": classStayMonths,
}

// itemKind is the filter that a phrase sets.
type itemKind int

const (
	itemOffer itemKind = iota + 1
	itemType
	itemPlace
	itemFeature
	itemCollection
	itemName
	itemDevelopments
)

// item is what a phrase means.
type item struct {
	kind itemKind
	id   int    // term id of offers, types and places
	slug string // of features and collections; reference of names
	// searched is the collection in which a name is found.
	searched search.Kind
	// collection is the slug that narrows a type, "" for none: penthouses are apartments.
	collection string
}

// dictionary is everything that the parser knows in one language. It is read-only.
type dictionary struct {
	catalog *search.Catalog
	items   map[string]item
	classes map[string]class
	numbers map[string]float64
	longest map[string]int // first word → number of words of its longest phrase
	// attributes are slugs of features by words that are a type alone.
	attributes map[string]string
	// placeNames are the names of places that have several words.
	placeNames [][]string
	// hyphenated reports that references of the content have a hyphen after their letters.
	hyphenated bool
	// prefixes are the letters with which references of named properties begin.
	prefixes map[string]bool
	// foreign are the grammar words of other languages.
	foreign map[string]bool
	// common are words that set no filter and are spelt like others that do.
	common map[string]bool
	spell  *speller
	// For suggestions: phrases of options and of names, by key, and their words, sorted.
	phrases, namePhrases []phrase
	words                []string
}

// build adds the option lists of the content and the word lists: first the list of the
// language itself, then those of the other languages, which never override it.
func build(lang i18n.Lang, cfg Config, lists map[i18n.Lang]*wordList) *dictionary {
	d := &dictionary{
		catalog: cfg.Catalog,
		items:   map[string]item{}, classes: map[string]class{}, numbers: map[string]float64{},
		longest: map[string]int{}, foreign: map[string]bool{}, common: map[string]bool{}, prefixes: map[string]bool{},
		attributes: map[string]string{},
	}
	spoken := lang
	if lists[spoken] == nil {
		spoken = i18n.Fallback
	}
	own := lists[spoken]
	d.addClasses(spoken, own)
	for _, list := range lists {
		d.addAttributes(list, cfg)
		for word := range strings.FieldsSeq(list.Common) {
			d.common[word] = true
		}
	}
	d.addCatalog(cfg, lang)
	d.addItems(own, cfg)
	for _, other := range i18n.Filled {
		d.addCatalog(cfg, other)
		if list := lists[other]; list != nil && list != own {
			d.addItems(list, cfg)
		}
	}
	for _, name := range cfg.Names {
		letters, rest, found := strings.Cut(name.Reference, "-")
		d.hyphenated = d.hyphenated || found && letters != "" && !strings.ContainsAny(letters, "0123456789") &&
			strings.ContainsAny(rest, "0123456789")
		if at := strings.IndexAny(name.Reference, "0123456789"); at > 0 {
			d.prefixes[strings.ToLower(strings.TrimRight(name.Reference[:at], "- "))] = true
		}
		if !d.isGeneral(name.Name) {
			d.addItem(name.Name, item{kind: itemName, slug: name.Reference, searched: name.Kind})
		}
	}
	d.addCollections(cfg, lists)
	for _, other := range i18n.Filled {
		if list := lists[other]; list != nil && list != own {
			d.addForeign(other, list)
		}
	}
	for key, meaning := range d.items {
		if words := strings.Fields(key); meaning.kind == itemPlace && len(words) > 1 {
			d.placeNames = append(d.placeNames, words)
		}
	}
	slices.SortFunc(d.placeNames, slices.Compare)
	d.spell = newSpeller(d)
	d.addSuggestions(cfg, lang)
	return d
}

func (d *dictionary) addClasses(lang i18n.Lang, list *wordList) {
	addPeriods(lang, d.addClass)
	for name, phrases := range list.Classes {
		for _, phrase := range phrases {
			for _, variant := range vocabulary.Variants(phrase) {
				d.addClass(variant, classNames[name])
			}
		}
	}
	for _, phrase := range list.Negations {
		d.addClass(phrase, classNegation)
	}
	for word := range strings.FieldsSeq(list.Fillers) {
		d.addClass(word, classFiller)
	}
	for word, value := range list.Numbers {
		d.numbers[word] = value
	}
	for phrase, c := range d.classes {
		if c&classDevelopments != 0 {
			d.addItem(phrase, item{kind: itemDevelopments})
		}
	}
}

// addForeign adds the grammar of another language for sentences in two languages: "3
// dormitorios in Marbella". A phrase of the language itself keeps its meaning.
func (d *dictionary) addForeign(lang i18n.Lang, list *wordList) {
	add := func(phrase string, c class) {
		key := keyOf(phrase)
		_, isItem := d.items[key]
		if key == "" || isItem || d.numbers[key] > 0 || d.classes[key] != 0 && !d.foreign[key] {
			return
		}
		d.foreign[key] = true
		d.addClass(phrase, c)
	}
	addPeriods(lang, add)
	for name, phrases := range list.Classes {
		for _, phrase := range phrases {
			for _, variant := range vocabulary.Variants(phrase) {
				add(variant, classNames[name])
			}
		}
	}
	for _, phrase := range list.Negations {
		add(phrase, classNegation)
	}
	for word := range strings.FieldsSeq(list.Fillers) {
		add(word, classFiller)
	}
	for word, value := range list.Numbers {
		if _, isItem := d.items[word]; !isItem && d.classes[word] == 0 {
			d.foreign[word], d.numbers[word] = true, value
		}
	}
}

// isGeneral reports a name that consists of types and places, such as "Villa Marbella": in a
// sentence these words are filters.
func (d *dictionary) isGeneral(name string) bool {
	words := strings.Fields(keyOf(name))
	for len(words) > 0 {
		n := 0
		for length := len(words); length > 0 && n == 0; length-- {
			if meaning, known := d.items[strings.Join(words[:length], " ")]; known && (meaning.kind == itemType || meaning.kind == itemPlace) {
				n = length
			}
		}
		if n == 0 && slices.Contains([]string{"in", "of", "the", "de", "del", "en", "el", "la", "las", "los"}, words[0]) {
			n = 1
		}
		if n == 0 {
			return false
		}
		words = words[n:]
	}
	return true
}

func (d *dictionary) addClass(phrase string, c class) {
	if key := d.key(phrase); key != "" {
		d.classes[key] |= c
	}
}

// addCatalog adds the names of the content's option lists in one language.
func (d *dictionary) addCatalog(cfg Config, lang i18n.Lang) {
	for _, list := range []struct {
		kind    itemKind
		options []search.Option
	}{{itemOffer, cfg.Catalog.Offers}, {itemType, cfg.Catalog.Types}, {itemPlace, cfg.Catalog.Locations}} {
		for _, option := range list.options {
			meaning := item{kind: list.kind, id: option.ID}
			d.addItem(option.Name.In(lang), meaning)
			if list.kind == itemPlace {
				d.addItem(strings.ReplaceAll(option.Slug, "-", " "), meaning)
			}
		}
	}
	for _, feature := range cfg.Features {
		d.addItem(feature.Name.In(lang), item{kind: itemFeature, slug: feature.Slug})
	}
}

// addCollections comes last: a feature of the same name is the better filter.
func (d *dictionary) addCollections(cfg Config, lists map[i18n.Lang]*wordList) {
	for _, option := range cfg.Catalog.Collections {
		for _, lang := range i18n.Filled {
			d.addItem(option.Name.In(lang), item{kind: itemCollection, slug: option.Slug})
			if list := lists[lang]; list != nil {
				d.addPhrases(list.Collections[option.Slug], item{kind: itemCollection, slug: option.Slug})
			}
		}
		d.addItem(strings.ReplaceAll(option.Slug, "-", " "), item{kind: itemCollection, slug: option.Slug})
	}
}

// addItems adds the synonyms of a word list, as far as the content has their slugs.
func (d *dictionary) addItems(list *wordList, cfg Config) {
	add := func(groups map[string][]string, key string, kind itemKind) {
		for slug, phrases := range groups {
			option := cfg.Catalog.OptionBySlug(key, slug)
			if option == nil {
				continue
			}
			d.addPhrases(phrases, item{kind: kind, id: option.ID})
		}
	}
	d.addVocabulary(cfg)
	add(list.Places, search.KeyLocation, itemPlace)
	for _, feature := range cfg.Features {
		d.addPhrases(list.Features[feature.Slug], item{kind: itemFeature, slug: feature.Slug})
	}
}

// offerSlugs are the slugs of offers by what the vocabulary says. The search has one offer for rents of a month and
// one for shorter ones.
var offerSlugs = map[string]string{
	vocabulary.Sale: "for-sale", vocabulary.Rent: "for-rent", vocabulary.Month: "for-rent",
	vocabulary.Week: "for-holidays", vocabulary.Day: "for-holidays", vocabulary.Holiday: "for-holidays",
}

// addVocabulary adds the types and offers of the vocabulary that feeds and spreadsheets use too, but the words that
// only they read.
func (d *dictionary) addVocabulary(cfg Config) {
	for _, entry := range vocabulary.Entries() {
		if entry.Feeds || entry.Period != "" {
			continue
		}
		switch entry.Kind {
		case vocabulary.KindType:
			if option := cfg.Catalog.OptionBySlug(search.KeyType, entry.Means); option != nil {
				d.addPhrases([]string{entry.Term}, item{kind: itemType, id: option.ID, collection: collectionOf(entry, cfg.Catalog)})
			}
		case vocabulary.KindOffer:
			if option := cfg.Catalog.OptionBySlug(search.KeyOffer, offerSlugs[entry.Means]); option != nil {
				d.addPhrases([]string{entry.Term}, item{kind: itemOffer, id: option.ID})
			}
		case vocabulary.KindStatus, vocabulary.KindPrice, vocabulary.KindAnswer:
		}
	}
}

// collectionOf is the slug of the collection that a word means beside its type, "" where the content has none.
func collectionOf(entry vocabulary.Entry, catalog *search.Catalog) string {
	if strings.Contains(strings.ToLower(entry.Name[i18n.LangEN]), "penthouse") && catalog.OptionBySlug(search.KeyOptions, penthouses) != nil {
		return penthouses
	}
	return ""
}

// penthouses is the slug of the collection of penthouses.
const penthouses = "penthouses"

// addPeriods calls add with the periods of prices of a language.
func addPeriods(lang i18n.Lang, add func(phrase string, c class)) {
	for _, entry := range vocabulary.Entries() {
		if entry.Period != lang {
			continue
		}
		c := classWeek
		if entry.Means == vocabulary.Month {
			c = classMonth
		}
		for _, form := range entry.Forms() {
			add(form, c)
		}
	}
}

// addAttributes adds the words that are a type alone, and a feature behind a home.
func (d *dictionary) addAttributes(list *wordList, cfg Config) {
	for slug, phrases := range list.Attributes {
		if !slices.ContainsFunc(cfg.Features, func(f search.Feature) bool { return f.Slug == slug }) {
			continue
		}
		for _, phrase := range phrases {
			for _, variant := range vocabulary.Variants(phrase) {
				d.attributes[keyOf(variant)] = slug
			}
		}
	}
}

func (d *dictionary) addPhrases(phrases []string, meaning item) {
	for _, phrase := range phrases {
		for _, variant := range vocabulary.Variants(phrase) {
			d.addItem(variant, meaning)
		}
	}
}

// addItem keeps the first meaning of a phrase. A place or feature of several words is
// also known with its words joined, as in "goldenmile".
func (d *dictionary) addItem(phrase string, meaning item) {
	key := d.key(phrase)
	if key == "" {
		return
	}
	if _, known := d.items[key]; !known {
		d.items[key] = meaning
	}
	joined := strings.ReplaceAll(key, " ", "")
	if joined == key || len(joined) < minJoined || meaning.kind != itemPlace && meaning.kind != itemFeature {
		return
	}
	if _, known := d.items[joined]; !known && d.classes[joined] == 0 {
		d.items[joined] = meaning
		d.longest[joined] = max(d.longest[joined], 1)
	}
}

// minJoined is the length from which joined words are unlikely to be another word.
const minJoined = 8

// rangeMark is the hyphen between two numbers.
const rangeMark = "-"

// key is the form in which a phrase is looked up: its tokens joined by one space.
func (d *dictionary) key(phrase string) string {
	if phrase == rangeMark {
		d.longest[phrase] = 1
		return phrase
	}
	key := keyOf(phrase)
	if key == "" {
		return ""
	}
	first, _, _ := strings.Cut(key, " ")
	d.longest[first] = max(d.longest[first], strings.Count(key, " ")+1)
	return key
}

// keyOf is key without the rule of hyphens. It records nothing.
func keyOf(phrase string) string {
	var words []string
	for _, t := range tokenize(fold(phrase)) {
		if t.text != "," {
			words = append(words, t.text)
		}
	}
	return strings.Join(words, " ")
}
