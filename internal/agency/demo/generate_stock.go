package demo

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"estate/internal/content"
	"estate/internal/content/i18n"
)

// generator has the data of data/generator.toml with all references resolved.
type generator struct {
	kinds                                  []propertyKind
	markets                                []market
	kindWeights, townWeights, ruralWeights weights
	traits                                 map[region][]i18n.Text
	settings                               map[region][]phrase
	openings, endings                      []phrase
	plainOpenings, plainEndings            []phrase
	landOpenings                           []phrase
	sale, rent, holidays                   []int
	notes                                  map[string]i18n.Text
	films                                  []content.UnsafeHTML
}

// marbellaProvince is the id of specification §9.16.
const marbellaProvince = 636

type propertyKind struct {
	slug, stem           string // slug of the type; first word of the slugs of properties
	types                []int
	words                []i18n.Text
	galleries            [][]content.Image
	plans                []content.Image
	features             []string
	forRent, forHolidays bool
}

// region limits the texts that apply to a market.
type region string

// The regions. A text of the coast also applies to Marbella.
const (
	inland   region = "inland"
	coast    region = "coast"
	marbella region = "marbella"
)

type market struct {
	region                        region
	slug                          string
	name                          i18n.Text
	province, city, subarea       int
	point                         content.GeoPoint
	flatRate, houseRate, landRate int
}

// generatorFile is data/generator.toml.
type generatorFile struct {
	Market []struct {
		Place  string    `toml:"place"`
		Call   i18n.Text `toml:"call"` // the name with an article, for use in a sentence
		Flat   int       `toml:"flat"`
		House  int       `toml:"house"`
		Land   int       `toml:"land"`
		Weight int       `toml:"weight"`
		Rural  bool      `toml:"rural"`
	} `toml:"market"`
	Kind []struct {
		Type     string      `toml:"type"`
		Weight   int         `toml:"weight"`
		Words    []i18n.Text `toml:"words"`
		Pictures [][]string  `toml:"pictures"`
		Plan     string      `toml:"plan"`
		Features []string    `toml:"features"`
	} `toml:"kind"`
	Trait        []regionalText `toml:"trait"`
	Opening      []i18n.Text    `toml:"opening"`
	Setting      []regionalText `toml:"setting"`
	Ending       []i18n.Text    `toml:"ending"`
	PlainOpening []i18n.Text    `toml:"plain_opening"`
	LandOpening  []i18n.Text    `toml:"land_opening"`
	PlainEnding  []i18n.Text    `toml:"plain_ending"`
}

// regionalText is a text that may be limited to one region.
type regionalText struct {
	Only region `toml:"only"`
	EN   string `toml:"en"`
	ES   string `toml:"es"`
}

// byRegion groups texts by region. A text without a region applies to all.
func byRegion(texts []regionalText) map[region][]i18n.Text {
	sorted := map[region][]i18n.Text{}
	for _, text := range texts {
		for _, r := range []region{inland, coast, marbella} {
			if text.Only == "" || text.Only == r || text.Only == coast && r == marbella {
				sorted[r] = append(sorted[r], i18n.Text{i18n.LangEN: text.EN, i18n.LangES: text.ES})
			}
		}
	}
	return sorted
}

func readGenerator() (*generator, error) {
	l, err := load()
	if err != nil {
		return nil, err
	}
	var file generatorFile
	if err := readTOML("data/generator.toml", &file); err != nil {
		return nil, err
	}
	g := &generator{
		traits: byRegion(file.Trait), openings: phrases(file.Opening), settings: map[region][]phrase{}, endings: phrases(file.Ending),
		plainOpenings: phrases(file.PlainOpening), plainEndings: phrases(file.PlainEnding), landOpenings: phrases(file.LandOpening),
		notes: l.notes, films: []content.UnsafeHTML{`<video src="/media/film-morning.mp4" controls></video>`},
	}
	for r, texts := range byRegion(file.Setting) {
		g.settings[r] = phrases(texts)
	}
	for slug, ids := range map[string]*[]int{"for-sale": &g.sale, "for-rent": &g.rent, "for-holidays": &g.holidays} {
		if *ids, err = l.terms.ids(taxOffer, []string{slug}); err != nil {
			return nil, err
		}
	}
	if err := g.addKinds(l, file); err != nil {
		return nil, err
	}
	return g, g.addMarkets(l, file)
}

func (g *generator) addKinds(l *loader, file generatorFile) error {
	for _, row := range file.Kind {
		kind := propertyKind{slug: row.Type, words: row.Words, features: row.Features}
		kind.stem = strings.ReplaceAll(strings.ToLower(row.Words[0][i18n.LangEN]), " ", "-")
		kind.forHolidays = row.Type == "apartments" || row.Type == "villas" || row.Type == "houses"
		kind.forRent = kind.forHolidays || row.Type == "commercials"
		var err error
		if kind.types, err = l.terms.ids(taxType, []string{row.Type}); err != nil {
			return err
		}
		for _, names := range row.Pictures {
			gallery, err := l.media.images(names)
			if err != nil {
				return err
			}
			kind.galleries = append(kind.galleries, gallery)
		}
		if row.Plan != "" {
			if kind.plans, err = l.media.images([]string{row.Plan}); err != nil {
				return err
			}
		}
		g.kinds = append(g.kinds, kind)
		g.kindWeights.add(row.Weight)
	}
	return nil
}

func (g *generator) addMarkets(l *loader, file generatorFile) error {
	for _, row := range file.Market {
		m := market{slug: row.Place, flatRate: row.Flat, houseRate: row.House, landRate: row.Land}
		term, err := l.terms.find(taxLocation, row.Place)
		if err != nil {
			return fmt.Errorf("data/generator.toml: %w", err)
		}
		m.name, m.point = term.Name, l.terms.points[term.ID]
		if m.province, m.city, m.subarea, err = l.terms.branch(row.Place); err != nil {
			return err
		}
		if len(row.Call) > 0 {
			m.name = row.Call
		}
		m.region = coast
		town, land := row.Weight, 0
		switch {
		case row.Rural:
			town, land, m.region = 1, row.Weight, inland
		case m.province == marbellaProvince:
			m.region = marbella
		}
		g.markets = append(g.markets, m)
		g.townWeights.add(town)
		g.ruralWeights.add(land)
	}
	return nil
}

// marketFor picks a market: country properties in rural ones, others mostly in towns.
func (g *generator) marketFor(b builder) *market {
	if b.kind.slug == "country-properties" {
		return &g.markets[g.ruralWeights.pick(b.Rand)]
	}
	return &g.markets[g.townWeights.pick(b.Rand)]
}

// weights picks random indexes by weight.
type weights struct{ cumulative []int }

func (o *weights) add(weight int) {
	total := weight
	if len(o.cumulative) > 0 {
		total += o.cumulative[len(o.cumulative)-1]
	}
	o.cumulative = append(o.cumulative, total)
}

func (o *weights) pick(r *rand.Rand) int {
	roll := r.IntN(o.cumulative[len(o.cumulative)-1])
	for i, limit := range o.cumulative {
		if roll < limit {
			return i
		}
	}
	return len(o.cumulative) - 1
}

// phrase is a template in English and Spanish: even pieces are text, odd pieces are names
// of values.
type phrase struct{ in [2][]string }

func phrases(texts []i18n.Text) []phrase {
	all := make([]phrase, len(texts))
	for i, text := range texts {
		for _, lang := range i18n.Filled {
			all[i].in[langIndex(lang)] = strings.FieldsFunc(" "+text[lang], func(r rune) bool { return r == '{' || r == '}' })
			all[i].in[langIndex(lang)][0] = strings.TrimPrefix(all[i].in[langIndex(lang)][0], " ")
		}
	}
	return all
}
