package search

import "estate/internal/content/i18n"

// Option is one choice of an option list (specification §3.11).
type Option struct {
	ID     int
	Slug   string
	Name   i18n.Text
	Parent int // of a location: its province or city
}

// Level is the depth of a location in the tree province › city › subarea.
type Level int

// The levels of a location.
const (
	LevelNone Level = iota
	LevelProvince
	LevelCity
	LevelSubarea
)

// Catalog holds all option lists. It is immutable.
type Catalog struct {
	Offers                []Option
	Types                 []Option
	Locations             []Option // parents before their children
	Categories            []Option // of properties
	DevelopmentCategories []Option
	Collections           []Option // known by slug

	byID   map[string]map[int]*Option
	bySlug map[string]map[string]*Option
	levels map[int]Level
}

// Lists are the option lists of the content; an empty one means the default.
type Lists struct {
	Offers, Types, Locations, Categories, DevelopmentCategories, Collections []Option
}

// NewCatalog returns the lists of the content, and the default lists (specification §9)
// where the content has none.
func NewCatalog(content Lists) *Catalog {
	c := &Catalog{
		Offers:                orDefault(content.Offers, defaultOffers),
		Types:                 orDefault(content.Types, defaultTypes),
		Locations:             treeOrder(orDefault(content.Locations, defaultProvinces)),
		Categories:            content.Categories,
		DevelopmentCategories: orDefault(content.DevelopmentCategories, defaultDevelopmentCategories),
		Collections:           content.Collections,
		byID:                  map[string]map[int]*Option{},
		bySlug:                map[string]map[string]*Option{},
		levels:                map[int]Level{},
	}
	for key, list := range map[string][]Option{
		KeyOffer: c.Offers, KeyType: c.Types, KeyLocation: c.Locations, KeyCategory: c.Categories,
		KeyCategories: c.DevelopmentCategories, KeyOptions: c.Collections,
	} {
		c.byID[key], c.bySlug[key] = map[int]*Option{}, map[string]*Option{}
		for i := range list {
			c.byID[key][list[i].ID] = &list[i]
			c.bySlug[key][list[i].Slug] = &list[i]
		}
	}
	for _, place := range c.Locations {
		c.levels[place.ID] = min(c.levels[place.Parent]+1, LevelSubarea)
	}
	return c
}

func orDefault(content, standard []Option) []Option {
	if len(content) > 0 {
		return content
	}
	return standard
}

// treeOrder sorts locations so that each follows its parent, otherwise in the given order.
// One whose parent is missing counts as a province.
func treeOrder(places []Option) []Option {
	known := make(map[int]bool, len(places))
	for _, place := range places {
		known[place.ID] = true
	}
	children := map[int][]Option{}
	for _, place := range places {
		if !known[place.Parent] || place.Parent == place.ID {
			place.Parent = 0
		}
		children[place.Parent] = append(children[place.Parent], place)
	}
	ordered := make([]Option, 0, len(places))
	var visit func(parent int)
	visit = func(parent int) {
		below := children[parent]
		delete(children, parent) // a circle of parents ends here
		for _, place := range below {
			ordered = append(ordered, place)
			visit(place.ID)
		}
	}
	visit(0)
	return ordered
}

// Option returns an option of the list of a query key, nil when there is none. The keys
// of locations share one list.
func (c *Catalog) Option(key string, id int) *Option { return c.byID[listOf(key)][id] }

// OptionBySlug is Option for a slug.
func (c *Catalog) OptionBySlug(key, slug string) *Option { return c.bySlug[listOf(key)][slug] }

func listOf(key string) string {
	switch key {
	case KeyProvince, KeyCity, KeySubarea:
		return KeyLocation
	case KeyCollections:
		return KeyOptions
	}
	return key
}

// Level returns the level of a location, LevelNone for an unknown one.
func (c *Catalog) Level(id int) Level { return c.levels[id] }

// LocationKey is the query key that filters by a location of that level.
func (l Level) LocationKey() string {
	switch l {
	case LevelProvince:
		return KeyProvince
	case LevelCity:
		return KeyCity
	case LevelSubarea:
		return KeySubarea
	}
	return KeyLocation
}

// OppositeKey is the query key of the opposite location type (specification §3.11), "" for a
// level without one.
func (l Level) OppositeKey() string {
	switch l {
	case LevelProvince:
		return KeyCity
	case LevelCity:
		return KeyProvince
	case LevelNone, LevelSubarea:
	}
	return ""
}

// AddLocation adds a location to the list of its level; unknown ids are ignored.
func (c *Catalog) AddLocation(f *Filter, id int) {
	switch c.Level(id) {
	case LevelProvince:
		f.Provinces = append(f.Provinces, id)
	case LevelCity:
		f.Cities = append(f.Cities, id)
	case LevelSubarea:
		f.Subareas = append(f.Subareas, id)
	}
}

// Name returns the name of an option in a language, "" when the catalog lacks it.
func (c *Catalog) Name(key string, id int, lang i18n.Lang) string {
	if option := c.Option(key, id); option != nil {
		return option.Name.In(lang)
	}
	return ""
}
