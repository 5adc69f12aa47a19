package wordpress

import (
	"cmp"
	_ "embed"
	"fmt"
	"maps"
	"math"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/BurntSushi/toml"

	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/content/search"
	"estate/internal/content/vocabulary"
)

//go:embed themes.toml
var themesFile string

// Themes are the names under which themes keep a home.
type Themes struct {
	PostTypes []string `toml:"post_types"`
	// FurtherPostTypes are homes too where the CMS has a post type of homes.
	FurtherPostTypes []string `toml:"further_post_types"`

	Fields     map[string][]string `toml:"fields"`     // names by canonical field
	Taxonomies map[string][]string `toml:"taxonomies"` // REST bases by canonical taxonomy
}

var knownThemes = sync.OnceValue(func() Themes {
	var known Themes
	if _, err := toml.Decode(themesFile, &known); err != nil {
		panic(err) // the file is part of the program
	}
	return known
})

// ThemeFields returns the canonical fields and taxonomies that have names of themes.
func ThemeFields() (fields, taxonomies []string) {
	known := knownThemes()
	return slices.Sorted(maps.Keys(known.Fields)), slices.Sorted(maps.Keys(known.Taxonomies))
}

// extended returns the names of all themes, after those of an agency.
func (t Themes) extended() Themes {
	known := knownThemes()
	merge := func(own, names map[string][]string) map[string][]string {
		merged := maps.Clone(names)
		for field, first := range own {
			merged[field] = slices.Concat(first, names[field])
		}
		return merged
	}
	return Themes{
		PostTypes: known.PostTypes, FurtherPostTypes: known.FurtherPostTypes, Fields: merge(t.Fields, known.Fields),
		Taxonomies: merge(t.Taxonomies, known.Taxonomies),
	}
}

// home gives the fields of a theme their canonical names, in place. A field that has its canonical name already
// stays. The rest is what no rule reads.
func (d decoder) home(n node) (node, []string) {
	object, isObject := n.value.(map[string]any)
	if !isObject {
		return n, nil
	}
	h := themedHome{node: n, themes: d.themes, used: map[string]bool{}, read: map[string]bool{}}
	canonical := maps.Clone(object)
	set := func(name string, value any) {
		if field(n, name).empty() && value != nil {
			canonical[name] = value
		}
	}
	for _, name := range []string{
		"reference", "price", "currency", "price_mode", "price_previous", "price_on_ask", "bedrooms", "bathrooms", "built_year", "terrace_size",
		"description", "title",
	} {
		set(name, h.plain(name))
	}
	if department := strings.ToLower(h.text("department")); strings.Contains(department, "letting") || strings.Contains(department, "rent") {
		set("price_mode", "month")
	}
	if postfix, isText := canonical["price_mode"].(string); isText && h.used["price_mode"] {
		canonical["price_mode"] = periodOf(postfix)
	}
	set("built_size", h.size("built_size"))
	set("plot_size", h.size("plot_size"))
	set("gallery", h.pictures("gallery"))
	set("plans", h.pictures("plans"))
	if !field(n, "location").isObject() {
		canonical["location"] = h.position()
	}
	h.address(set)
	h.media(set)
	h.energy(set)
	h.state(canonical, set)
	h.terms(canonical)
	return node{canonical}, h.unread()
}

// periodOf returns what follows a price when it names a period: not "+ VAT".
func periodOf(text string) string {
	quiet := strings.Trim(strings.ToLower(text), " /.")
	switch {
	case quiet == "mo":
		return "month"
	case quiet == "yr", quiet == "y":
		return "year"
	}
	if means, _, _ := offerIn(text, false); means != "" {
		return text
	}
	return ""
}

// themedHome is a home with the fields of a theme.
type themedHome struct {
	node
	themes Themes
	used   map[string]bool // canonical fields that were read under another name
	read   map[string]bool // names
}

// metaOf are the objects beside the entity itself that hold the fields of a theme.
var metaOf = []string{"property_meta", "meta", "acf"}

// named returns the value of a name, unwrapped from a list of one.
func (h themedHome) named(name string) node {
	places := []node{h.node}
	for _, key := range metaOf {
		places = append(places, h.at(key))
	}
	for _, place := range places {
		for _, spelling := range []string{name, "_" + name} {
			if found := place.at(spelling); !found.empty() {
				h.read[spelling] = true
				return found
			}
		}
	}
	return node{}
}

// raw returns the value of a canonical field under the first name that has one.
func (h themedHome) raw(canonical string) node {
	for _, name := range append([]string{canonical}, h.themes.Fields[canonical]...) {
		if found := h.named(name); !found.empty() && !single(found).empty() {
			if name != canonical {
				h.used[canonical] = true
			}
			return found
		}
	}
	return node{}
}

// single unwraps a list of one.
func single(n node) node {
	if items, isList := n.value.([]any); isList && len(items) == 1 {
		return node{items[0]}
	}
	return n
}

// plain returns a text, number or boolean of a canonical field, nil for none.
func (h themedHome) plain(canonical string) any {
	found := single(h.raw(canonical))
	if found.isObject() {
		found = found.first("rendered", "name", "value", "label")
	}
	switch found.value.(type) {
	case []any, map[string]any:
		return nil
	}
	return found.value
}

func (h themedHome) text(canonical string) string {
	return strings.TrimSpace(node{h.plain(canonical)}.text())
}

// squareMetres are units of area. Any other unit is that of the site.
var squareMetres = []struct {
	unit   *regexp.Regexp
	factor float64
}{
	{regexp.MustCompile(`(?i)^\s*(sq\.?\s*f(ee)?t\.?|square\s*f(ee|oo)t|sqft|ft²|ft2|pies?)`), 0.09290304},
	{regexp.MustCompile(`(?i)^\s*(acres?|ac)\b`), 4046.8564224},
	{regexp.MustCompile(`(?i)^\s*(hectares?|hect[aá]reas?|ha)\b`), 10000},
	{regexp.MustCompile(`(?i)^\s*(sq\.?\s*y(ar)?ds?\.?|square\s*yards?|yd²)`), 0.83612736},
}

// size returns an area in square metres.
func (h themedHome) size(canonical string) any {
	value := h.plain(canonical)
	unit := h.text(canonical + "_unit")
	for _, known := range squareMetres {
		if area := (node{value}).decimal(); known.unit.MatchString(unit) && area > 0 {
			return fmt.Sprint(int(math.Round(area * known.factor)))
		}
	}
	return value
}

// pictures returns ids or objects, from a list, a text of ids, or rows with a picture each.
func (h themedHome) pictures(canonical string) any {
	found := h.raw(canonical)
	if text, isText := single(found).value.(string); isText && strings.Contains(text, ",") {
		return text
	}
	if found.mediaID() > 0 {
		return []any{found.value}
	}
	var pictures []any
	for _, item := range found.list() {
		if item.isObject() {
			picture := item.first("fave_plan_image", "inspiry_floor_plan_image", "full_url", "source_url", "url", "guid", "image", "src")
			if picture.empty() {
				picture = item.first("id", "ID", "attachment_id")
			}
			item = picture
		}
		if !item.empty() {
			pictures = append(pictures, item.value)
		}
	}
	if pictures == nil {
		return nil
	}
	return pictures
}

// position returns {lat, lng} from two fields, an object, or a text "lat,lng[,zoom]"; nil for none.
func (h themedHome) position() any {
	lat, lng := single(h.raw("latitude")), single(h.raw("longitude"))
	at := single(h.raw("position"))
	switch {
	case !lat.empty() && !lng.empty():
	case at.isObject():
		lat, lng = at.first("latitude", "lat"), at.first("longitude", "lng", "long")
	default:
		parts := strings.Split(at.text(), ",")
		if len(parts) < 2 {
			return nil
		}
		lat, lng = node{strings.TrimSpace(parts[0])}, node{strings.TrimSpace(parts[1])}
	}
	return map[string]any{"lat": lat.value, "lng": lng.value}
}

func (h themedHome) address(set func(string, any)) {
	if !h.node.at("address").isObject() {
		street, number, postcode := h.text("street"), h.text("street_number"), h.text("postcode")
		if street+number+postcode != "" {
			set("address", map[string]any{"street": street, "number": number, "postcode": postcode})
		}
	}
	if country := h.text("country"); len(country) == 2 {
		set("country", country)
	}
}

func (h themedHome) media(set func(string, any)) {
	extra := map[string]any{}
	for key, canonical := range map[string]string{"video": "film", "virtual_tour": "tour", "pdf": "brochure"} {
		found := single(h.raw(canonical))
		for _, item := range found.list() {
			found = item // the first
			break
		}
		if found.isObject() {
			found = found.first("inspiry_video_group_url", "video_url", "url", "source_url", "link")
		}
		text := strings.TrimSpace(found.text())
		if src := iframeSource.FindStringSubmatch(text); src != nil {
			text = src[1]
		}
		if text != "" {
			extra[key] = text
		}
	}
	if len(extra) > 0 {
		set("extra", extra)
	}
	if h.themed() && h.at("_embedded", "wp:featuredmedia").empty() {
		set("featured_image", h.at("featured_media").value)
	}
}

// themed reports that a name of a theme was read.
func (h themedHome) themed() bool { return len(h.used) > 0 }

var iframeSource = regexp.MustCompile(`(?i)<iframe[^>]*\ssrc=["']([^"']+)["']`)

func (h themedHome) energy(set func(string, any)) {
	class := strings.ToUpper(h.text("consumption"))
	if len(class) == 1 && class >= "A" && class <= "G" {
		set("energy", map[string]any{"consumption": class, "consumption_value": h.plain("consumption_value")})
	}
}

// state reads badges, and the state of the sale: a text, not the ids of a taxonomy.
func (h themedHome) state(canonical map[string]any, set func(string, any)) {
	own, _ := canonical["availability"].(string)
	text := cmp.Or(own, h.text("availability"))
	if (node{h.plain("under_offer")}).boolean() {
		text = "under offer"
	}
	switch means := vocabulary.Meaning(vocabulary.KindStatus, text); {
	case content.ParseAvailability(own) != "":
	case means != "":
		canonical["availability"] = means
	case vocabulary.Meaning(vocabulary.KindOffer, own) != "":
		delete(canonical, "availability") // Property Hive: "For Sale"
	}
	if (node{h.plain("featured_badge")}).boolean() {
		set("badges", []any{"featured"})
	}
}

// terms gives the ids of the theme's taxonomies their canonical names. Embedded terms tell a rent from a sale.
func (h themedHome) terms(canonical map[string]any) {
	for name, bases := range h.themes.Taxonomies {
		if name == "features" || !field(h.node, name).empty() {
			continue
		}
		for _, base := range bases {
			if ids := h.at(base).ids(); len(ids) > 0 && len(h.at(base).list()) > 0 {
				canonical[name] = h.at(base).value
				h.used[name] = true
				break
			}
		}
	}
	var features, types []any
	rent := h.at(sentType).text() == "rental" // Easy Property Listings
	for _, list := range h.at("_embedded", "wp:term").list() {
		for _, term := range list.list() {
			taxonomy, name := term.at("taxonomy").text(), term.at("name").plain()
			switch {
			case h.isOf("features", taxonomy) && name != "":
				features = append(features, name)
			case h.isOf(search.KeyType, taxonomy):
				types = append(types, term.at("id").value)
			case h.isOf(search.KeyOffer, taxonomy):
				rent = rent || vocabulary.Meaning(vocabulary.KindOffer, name) == vocabulary.Rent
			}
		}
	}
	for _, class := range h.at("class_list").texts() {
		for _, prefix := range []string{"property_status-", "property-status-", "es_category-"} {
			if word, found := strings.CutPrefix(class, prefix); found {
				rent = rent || vocabulary.Meaning(vocabulary.KindOffer, strings.ReplaceAll(word, "-", " ")) == vocabulary.Rent
			}
		}
	}
	if rent && field(node{canonical}, "price_mode").empty() {
		canonical["price_mode"] = "month"
	}
	if len(types) > 0 && field(node{canonical}, search.KeyType).empty() {
		canonical[search.KeyType] = types // Property Hive has a name in place of the ids
	}
	if len(features) > 0 && field(h.node, "features").empty() {
		canonical["features"] = features
	}
}

// isOf reports whether a taxonomy is one of the theme's for a canonical one, in the singular or the plural.
func (h themedHome) isOf(canonical, taxonomy string) bool {
	return slices.ContainsFunc(h.themes.Taxonomies[canonical], func(base string) bool {
		return base == taxonomy || strings.TrimSuffix(base, "s") == taxonomy || strings.TrimSuffix(base, "es") == taxonomy
	})
}

// looksLikePrice is the name of a field that holds a price.
var looksLikePrice = regexp.MustCompile(`(?i)price|precio|prix|preis|importe|_rent$|alquiler`)

// unread returns the fields of the theme that have a value and that no rule reads: names with their values.
func (h themedHome) unread() []string {
	var unread []string
	for _, key := range metaOf {
		object, _ := h.at(key).value.(map[string]any)
		for _, name := range slices.Sorted(maps.Keys(object)) {
			value := single(node{object[name]})
			if h.read[name] || value.empty() || strings.HasPrefix(name, "_") || isKnownName(h.themes, name) || isOwnField(name) {
				continue
			}
			unread = append(unread, name)
		}
	}
	return unread
}

// ownFields are the names that need no table, without their languages.
var ownFields = sync.OnceValue(func() map[string]bool {
	names := map[string]bool{
		"title": true, "subtitle": true, "description": true, "currency": true, "price_mode": true, "price_previous": true, "price_on_ask": true,
		"s_location": true, "s_province": true, "s_city": true, "s_subarea": true, "development": true, "syndicate": true,
	}
	for _, field := range reflect.VisibleFields(reflect.TypeFor[content.Property]()) {
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		names[name] = true
	}
	return names
})

func isOwnField(name string) bool {
	for _, lang := range i18n.Declared {
		name = strings.TrimSuffix(name, "_"+string(lang))
	}
	return ownFields()[name]
}

// isKnownName reports a name of the table that another one of the same field preceded.
func isKnownName(themes Themes, name string) bool {
	for _, names := range themes.Fields {
		if slices.Contains(names, name) {
			return true
		}
	}
	return false
}
