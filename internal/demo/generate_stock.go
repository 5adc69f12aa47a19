package demo

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"estate/internal/content"
	"estate/internal/i18n"
)

// stock is data/generator.toml, looked up and ready to be drawn from.
type stock struct {
	kinds                        []stockKind
	markets                      []stockMarket
	kindOdds, townOdds, landOdds odds
	traits                       map[region][]i18n.Text
	settings                     map[region][]phrase
	openings, endings            []phrase
	plainOpenings, plainEndings  []phrase
	landOpenings                 []phrase
	sale, rent, holidays         []int
	notes                        map[string]i18n.Text
	films                        []content.UnsafeHTML
}

// marbellaProvince is the id of specification §9.16.
const marbellaProvince = 636

type stockKind struct {
	slug, stem     string // of the type; first word of slugs
	types          []int
	words          []i18n.Text
	galleries      [][]content.Image
	plans          []content.Image
	features       []string
	lets, holidays bool
}

// region tells which settings are true of a market.
type region string

// The regions; what is said of the coast holds for Marbella too.
const (
	inland   region = "inland"
	coast    region = "coast"
	marbella region = "marbella"
)

type stockMarket struct {
	region                  region
	slug                    string
	name                    i18n.Text
	province, city, subarea int
	point                   content.GeoPoint
	flat, house, land       int
}

// stockFile is data/generator.toml as it stands.
type stockFile struct {
	Market []struct {
		Place  string    `toml:"place"`
		Call   i18n.Text `toml:"call"` // the name within a sentence, where it takes an article
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
	Trait        []stockText `toml:"trait"`
	Opening      []i18n.Text `toml:"opening"`
	Setting      []stockText `toml:"setting"`
	Ending       []i18n.Text `toml:"ending"`
	PlainOpening []i18n.Text `toml:"plain_opening"`
	LandOpening  []i18n.Text `toml:"land_opening"`
	PlainEnding  []i18n.Text `toml:"plain_ending"`
}

// stockText is a text that may hold in one region only.
type stockText struct {
	Only region `toml:"only"`
	EN   string `toml:"en"`
	ES   string `toml:"es"`
}

// byRegion sorts texts by where they hold.
func byRegion(texts []stockText) map[region][]i18n.Text {
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

func readStock() (*stock, error) {
	l, err := load()
	if err != nil {
		return nil, err
	}
	var file stockFile
	if err := readTOML("data/generator.toml", &file); err != nil {
		return nil, err
	}
	s := &stock{
		traits: byRegion(file.Trait), openings: phrases(file.Opening), settings: map[region][]phrase{}, endings: phrases(file.Ending),
		plainOpenings: phrases(file.PlainOpening), plainEndings: phrases(file.PlainEnding), landOpenings: phrases(file.LandOpening),
		notes: l.notes, films: []content.UnsafeHTML{player("https://www.youtube-nocookie.com/embed/zretourdemo", "A walk through the home")},
	}
	for r, texts := range byRegion(file.Setting) {
		s.settings[r] = phrases(texts)
	}
	for slug, ids := range map[string]*[]int{"for-sale": &s.sale, "for-rent": &s.rent, "for-holidays": &s.holidays} {
		if *ids, err = l.terms.ids(taxOffer, []string{slug}); err != nil {
			return nil, err
		}
	}
	if err := s.addKinds(l, file); err != nil {
		return nil, err
	}
	return s, s.addMarkets(l, file)
}

func (s *stock) addKinds(l *loader, file stockFile) error {
	for _, row := range file.Kind {
		kind := stockKind{slug: row.Type, words: row.Words, features: row.Features}
		kind.stem = strings.ReplaceAll(strings.ToLower(row.Words[0][i18n.LangEN]), " ", "-")
		kind.holidays = row.Type == "apartments" || row.Type == "villas" || row.Type == "houses"
		kind.lets = kind.holidays || row.Type == "commercials"
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
		s.kinds = append(s.kinds, kind)
		s.kindOdds.add(row.Weight)
	}
	return nil
}

func (s *stock) addMarkets(l *loader, file stockFile) error {
	for _, row := range file.Market {
		m := stockMarket{slug: row.Place, flat: row.Flat, house: row.House, land: row.Land}
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
		s.markets = append(s.markets, m)
		s.townOdds.add(town)
		s.landOdds.add(land)
	}
	return nil
}

// marketFor draws a market: farms lie in the country, nearly everything else in town.
func (s *stock) marketFor(d draft) *stockMarket {
	if d.kind.slug == "country-properties" {
		return &s.markets[s.landOdds.pick(d.Rand)]
	}
	return &s.markets[s.townOdds.pick(d.Rand)]
}

// odds draws indexes by weight.
type odds struct{ upTo []int }

func (o *odds) add(weight int) {
	total := weight
	if len(o.upTo) > 0 {
		total += o.upTo[len(o.upTo)-1]
	}
	o.upTo = append(o.upTo, total)
}

func (o *odds) pick(r *rand.Rand) int {
	roll := r.IntN(o.upTo[len(o.upTo)-1])
	for i, limit := range o.upTo {
		if roll < limit {
			return i
		}
	}
	return len(o.upTo) - 1
}

// phrase is a sentence with gaps, in English and Spanish: its even pieces are
// text, its odd ones name what stands there.
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
