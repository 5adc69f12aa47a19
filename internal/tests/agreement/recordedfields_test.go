package agreement

import (
	"encoding/json"
	"fmt"
	"html"
	"log/slog"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"estate/internal/cms/replica"
	"estate/internal/cms/wordpress"
	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/content/link"
	"estate/internal/site/compose"
	"estate/internal/site/resolve"
	"estate/internal/site/route"
	"estate/internal/site/view"
	"estate/internal/store"
	"estate/internal/tests/contenttest"
)

// TestFieldsOfRecordedWordPress compares, field by field, what the REST API of a WordPress says and what
// pages show, in both languages: of the agency's plugin, and of another agency's site without it. Each has at least
// minCompared entities of each kind in each language.
func TestFieldsOfRecordedWordPress(t *testing.T) {
	for name, address := range map[string]string{"plugin": os.Getenv("ESTATE_WORDPRESS"), "plain": os.Getenv("ESTATE_WORDPRESS_PLAIN_URL")} {
		t.Run(name, func(t *testing.T) {
			var site *recordedSite
			if os.Getenv("ESTATE_WORDPRESS_RECORD") == "1" {
				made := &recording{}
				site = openRecorded(t, made, made.record(t, strings.TrimRight(address, "/")).URL)
				made.write(t, name)
			} else {
				made := readRecording(t, name)
				site = openRecorded(t, made, made.replay(t).URL)
			}
			for _, lang := range i18n.Filled {
				clear(site.compared)
				site.compare(t, lang)
				for _, endpoint := range endpoints {
					if n := site.compared[endpoint]; n < minCompared {
						t.Errorf("%d %s were compared in %q, want at least %d", n, endpoint, lang, minCompared)
					}
				}
			}
		})
	}
}

// endpoints are those of the kinds that are compared, and minCompared is the number of entities of each kind that a
// site must have in each language.
var endpoints = []string{"properties", "developments", "posts", "pages"}

const minCompared = 30

// recordedSite is a site on a replica of recorded answers.
type recordedSite struct {
	recording *recording
	resolver  *resolve.Resolver
	composer  *compose.Composer
	media     map[int]string // file names by id
	compared  map[string]int // entities of a language by endpoint
}

func openRecorded(t *testing.T, made *recording, address string) *recordedSite {
	t.Helper()
	const siteURL = "https://www.example.test"
	st, err := store.Open(t.Context(), store.Config{Path: filepath.Join(t.TempDir(), "replica.db"), SiteURL: siteURL, Authorize: contenttest.Authorize})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = st.Close() })
	client, err := wordpress.New(wordpress.Config{SiteURL: siteURL, CMSURL: address})
	if err != nil {
		t.Fatal(err)
	}
	r, err := replica.New(t.Context(), replica.Config{Address: address, Log: slog.New(slog.DiscardHandler)}, client, st)
	if err != nil {
		t.Fatal(err)
	}
	if err := r.Copy(t.Context(), func(replica.Status) {}); err != nil {
		t.Fatal(err)
	}
	var rows []content.Entity
	for _, endpoint := range []string{"properties", "developments"} {
		for _, raw := range made.objects(t, "en", endpoint) {
			body, err := json.Marshal(raw)
			if err != nil {
				t.Fatal(err)
			}
			decoded, err := client.Decode(i18n.LangEN, body)
			if err != nil {
				t.Fatal(err)
			}
			rows = append(rows, decoded...)
		}
	}
	st.UseSearcher(contenttest.NewScan(rows))
	site := &recordedSite{recording: made, media: map[int]string{}, compared: map[string]int{}}
	table, err := route.NewTable(route.Agency())
	if err != nil {
		t.Fatal(err)
	}
	if site.resolver, err = resolve.New(resolve.Config{Homepage: true}, st, table); err != nil {
		t.Fatal(err)
	}
	if site.composer, err = compose.New(compose.Config{SiteURL: siteURL, CMSURL: address, Build: "test", Log: slog.New(slog.DiscardHandler)}, st, sameAddress{}); err != nil {
		t.Fatal(err)
	}
	for _, medium := range made.objects(t, "en", "media") {
		id, _ := medium["id"].(float64)
		file, _ := medium["source_url"].(string)
		site.media[int(id)] = path.Base(file)
	}
	return site
}

// sameAddress has the address of each picture as that of its rendition.
type sameAddress struct{}

func (sameAddress) Picture(image *content.Image, alt string) *view.Picture {
	if image == nil || image.URL == "" {
		return nil
	}
	return &view.Picture{Src: image.URL, Widths: []int{800}, Width: 800, Height: 600, Alt: alt}
}

func (sameAddress) OGImage(image *content.Image) string { return image.URL }
func (sameAddress) Logo(image *content.Image) string    { return image.URL }
func (sameAddress) FileAddress(address string) string   { return address }

// object is a JSON object of the REST API.
type object map[string]any

// field is a field of the object itself, else of its acf object. Empty values are nil.
func (o object) field(name string) any {
	if value := o[name]; !isEmpty(value) {
		return value
	}
	acf, _ := o["acf"].(map[string]any)
	if isEmpty(acf[name]) {
		return nil
	}
	return acf[name]
}

func isEmpty(value any) bool {
	switch value := value.(type) {
	case nil:
		return true
	case bool:
		return !value
	case string:
		return value == "" || value == "0"
	case []any:
		return len(value) == 0
	case map[string]any:
		return len(value) == 0
	}
	return false
}

func (o object) text(name string) string {
	text, _ := o.field(name).(string)
	return text
}

// inLang is a text in a language, else the promotional name for a title, else in English, else the one of WordPress.
func (o object) inLang(name string, lang i18n.Lang) string {
	keys := []string{name + "_" + string(lang), name + "_en"}
	if name == "title" {
		keys = slices.Insert(keys, 1, "promo_name")
	}
	for _, key := range keys {
		if text := plainText(o.text(key)); text != "" {
			return text
		}
	}
	rendered, _ := o[name].(map[string]any)
	text, _ := rendered["rendered"].(string)
	return plainText(text)
}

var tags = regexp.MustCompile(`<[^>]*>`)

func plainText(text string) string {
	return strings.Join(strings.Fields(html.UnescapeString(tags.ReplaceAllString(text, " "))), " ")
}

// written is what a visitor must read of a number that an agency typed.
var written = map[string]int{
	"€ 1.480.000": 1480000, "750.000 €": 750000, "1 250 000": 1250000, "450k": 450000, "1,2 M": 1200000, "1'150'000 €": 1150000,
	"€ 1.800": 1800, "2.400 €/mes": 2400, "1.200 €": 1200, "690 m2": 690, "2.000 m2": 2000, "120,50 m²": 120, "1.002,50": 1002, "35 m2": 35, "40,00": 40,
	"€ 310.000": 310000, "310k": 310000, "0,5 M": 500000, "500.000": 500000, "365k": 365000, "96 m2": 96, "118 m2": 118, "14,50 m2": 14, "1.040,00": 1040,
	"1 dorm.": 1, "2 dorm.": 2, "3 dorm.": 3, "4 dorm.": 4, "5 dorm.": 5, "6 dorm.": 6, "1,5": 1, "2,5": 2, "3,5": 3, "4,5": 4, "5,5": 5, "6,5": 6,
}

func number(t *testing.T, value any) int {
	t.Helper()
	switch value := value.(type) {
	case float64:
		return int(value)
	case string:
		if n, err := strconv.Atoi(value); err == nil {
			return n
		}
		if n, known := written[value]; known {
			return n
		}
		t.Errorf("%q is not in the table of written numbers", value)
	}
	return 0
}

// grouped is a number with a separator of thousands.
func grouped(n int, separator string) string {
	text := strconv.Itoa(n)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + separator + text[i:]
	}
	return text
}

func euros(n int) string { return grouped(n, ".") + " €" }

func area(n int, lang i18n.Lang) string {
	if n == 0 {
		return ""
	}
	return grouped(n, map[i18n.Lang]string{i18n.LangEN: ",", i18n.LangES: "."}[lang]) + " m²"
}

// rows are the rows of a repeater: a list, or an object whose keys end with their number.
func rows(value any) []any {
	if list, ok := value.([]any); ok {
		return list
	}
	keyed, _ := value.(map[string]any)
	keys := make([]string, 0, len(keyed))
	for key := range keyed {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	var list []any
	for _, key := range keys {
		list = append(list, keyed[key])
	}
	return list
}

// file is the file name of a picture: its id, its address, or an object with one.
func (s *recordedSite) file(value any) string {
	switch value := value.(type) {
	case float64:
		return s.media[int(value)]
	case string:
		if id, err := strconv.Atoi(value); err == nil {
			return s.media[id]
		}
		return path.Base(value)
	case map[string]any:
		for _, name := range []string{"source_url", "url"} {
			if address, ok := value[name].(string); ok {
				return path.Base(address)
			}
		}
	}
	return ""
}

func (s *recordedSite) files(value any) []string {
	list := rows(value)
	if text, isText := value.(string); isText { // "12,13"
		for id := range strings.SplitSeq(text, ",") {
			list = append(list, id)
		}
	}
	var names []string
	for _, row := range list {
		names = append(names, s.file(row))
	}
	return names
}

func shown(pictures []view.Picture) []string {
	var names []string
	for i := range pictures {
		names = append(names, path.Base(pictures[i].Src))
	}
	return names
}

// compare compares all entities of a language. Properties and developments have all languages.
func (s *recordedSite) compare(t *testing.T, lang i18n.Lang) {
	for _, endpoint := range endpoints {
		requested := lang
		if endpoint == "properties" || endpoint == "developments" {
			requested = i18n.LangEN
		}
		for _, raw := range s.recording.objects(t, string(requested), endpoint) {
			s.one(t, lang, endpoint, raw)
		}
	}
}

func (s *recordedSite) one(t *testing.T, lang i18n.Lang, endpoint string, raw object) {
	address, _ := raw["link"].(string)
	at := strings.TrimPrefix(strings.TrimPrefix(address, recordedAddress), "/es")
	parsed, err := link.Parse(lang.Prefix() + at)
	if err != nil {
		t.Fatal(err)
	}
	t.Run(parsed.String(), func(t *testing.T) {
		result, err := s.resolver.Resolve(t.Context(), resolve.Request{Link: parsed})
		if err != nil || result.Status != 200 {
			t.Fatalf("status %d, %v", result.Status, err)
		}
		v, err := s.composer.View(t.Context(), result)
		if err != nil || len(v.Content) == 0 && endpoint != "pages" {
			t.Fatalf("%d sections, %v", len(v.Content), err)
		}
		s.compared[endpoint]++
		switch endpoint {
		case "properties":
			s.property(t, lang, raw, v.Content[0].(*view.PropertySection))
		case "developments":
			s.development(t, lang, raw, v.Content[0].(*view.DevelopmentSection))
		case "posts":
			s.post(t, lang, raw, v)
		default:
			s.page(t, lang, raw, v)
		}
	})
}

func same[T any](t *testing.T, field string, got, want T) {
	t.Helper()
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("%s: the page shows %v, REST says %v", field, got, want)
	}
}

// modes are the modes of prices by the words of agencies.
var modes = map[string]string{"/mes": "month", "mensual": "month", "semana": "week", "Venta": "", "sale": "", "month": "month", "week": "week", "day": "day", "15days": "15days"}

func (s *recordedSite) property(t *testing.T, lang i18n.Lang, raw object, p *view.PropertySection) {
	same(t, "title", p.Title, raw.inLang("title", lang))
	same(t, "reference", p.Reference, raw.text("reference"))
	description(t, lang, raw, p.Description.String())
	amount, mode, onAsk := raw.field("price"), raw.text("price_mode"), !isEmpty(raw.field("price_on_ask"))
	if price, grouped := amount.(map[string]any); grouped {
		amount, mode, onAsk = price["amount"], object(price).text("mode"), price["on_ask"] == true
	} else if text, ok := amount.(string); ok && strings.Contains(text, "/mes") {
		mode = "/mes"
	}
	price, unit := i18n.Words.T(lang, "price.onAsk"), ""
	if n := number(t, amount); n > 0 && !onAsk {
		price = euros(n)
		if key := modes[mode]; key != "" {
			unit = i18n.Words.T(lang, "price.mode."+key)
		}
	}
	same(t, "price", p.Price.Text, price)
	same(t, "price mode", p.Price.Mode, unit)
	facts := map[view.FactKey]string{}
	for _, fact := range p.Facts {
		facts[fact.Key] = fact.Value
	}
	for key, field := range map[view.FactKey]string{view.FactBedrooms: "bedrooms", view.FactBathrooms: "bathrooms"} {
		want := ""
		if n := number(t, raw.field(field)); n > 0 {
			want = strconv.Itoa(n)
		}
		same(t, field, facts[key], want)
	}
	for key, field := range map[view.FactKey]string{view.FactBuiltSize: "built_size", view.FactPlotSize: "plot_size", view.FactTerraceSize: "terrace_size"} {
		same(t, field, facts[key], area(number(t, raw.field(field)), lang))
	}
	same(t, "badges", badgesShown(p.Badges), badgesOf(raw.field("badges")))
	s.pictures(t, raw, p.Gallery)
	same(t, "plans", shown(p.Plans), s.files(raw.field("plans")))
	energy, _ := raw.field("energy").(map[string]any)
	letter := ""
	if p.Energy != nil {
		letter = p.Energy.Consumption
	}
	same(t, "energy", letter, object(energy).text("consumption"))
	same(t, "number of features", len(p.Features), len(features(raw.field("features"))))
}

func description(t *testing.T, lang i18n.Lang, raw object, shown string) {
	t.Helper()
	if text := raw.inLang("description", lang); !strings.HasPrefix(plainText(shown), text) {
		t.Errorf("description: the page shows %q, REST says %q", shown, text)
	}
}

// features are those of a list, or of one text.
func features(value any) []any {
	if text, isText := value.(string); isText {
		return []any{text}
	}
	list, _ := value.([]any)
	return list
}

// pictures compares a gallery. Without one the page shows the featured image.
func (s *recordedSite) pictures(t *testing.T, raw object, gallery []view.Picture) {
	t.Helper()
	want := s.files(raw.field("gallery"))
	if len(want) == 0 {
		if featured := raw.field("featured_media"); number(t, featured) > 0 {
			want = []string{s.file(featured)}
		}
	}
	same(t, "gallery", shown(gallery), want)
}

func badgesShown(badges []view.Badge) []string {
	var names []string
	for _, badge := range badges {
		names = append(names, string(badge.Key))
	}
	slices.Sort(names)
	return names
}

func badgesOf(value any) []string {
	var names []string
	add := func(name string) { names = append(names, strings.TrimSuffix(name, "_property")) }
	switch value := value.(type) {
	case []any:
		for _, name := range value {
			add(fmt.Sprint(name))
		}
	case map[string]any:
		for name, set := range value {
			if set == true {
				add(name)
			}
		}
	}
	slices.Sort(names)
	return names
}

func (s *recordedSite) development(t *testing.T, lang i18n.Lang, raw object, d *view.DevelopmentSection) {
	same(t, "title", d.Title, raw.inLang("title", lang))
	same(t, "reference", d.Reference, raw.text("reference"))
	description(t, lang, raw, d.Description.String())
	s.pictures(t, raw, d.Gallery)
	same(t, "plans", shown(d.Plans), s.files(raw.field("plans")))
	same(t, "number of features", len(d.Features), len(features(raw.field("features"))))
	var phases []string
	for _, row := range rows(raw.field("phases")) {
		phases = append(phases, object{"acf": map[string]any{"phase_en": row.(map[string]any)["en"], "phase_es": row.(map[string]any)["es"]}}.inLang("phase", lang))
	}
	same(t, "phases", d.Phases, phases)
	from, to := raw.field("price_from"), raw.field("price_to")
	onAsk := false
	if price, ok := raw.field("price").(map[string]any); ok {
		from, to, onAsk = price["from"], price["to"], price["on_ask"] == true
	}
	low, high := number(t, from), number(t, to)
	price := i18n.Words.T(lang, "price.onAsk")
	switch {
	case onAsk || low == 0 && high == 0:
	case low == 0:
		price = euros(high)
	case high > low:
		price = euros(low) + " – " + euros(high)
	default:
		price = i18n.Words.T(lang, "price.from") + " " + euros(low)
	}
	units := rows(raw.field("units"))
	if sold := i18n.Words.T(lang, "badges.sold"); d.Price.Text != sold {
		same(t, "price", d.Price.Text, price)
	}
	if len(d.Units) != len(units) {
		t.Fatalf("%d units are shown, REST has %d", len(d.Units), len(units))
	}
	for i, unit := range d.Units {
		row := object(units[i].(map[string]any))
		same(t, "unit", unit.Name, row.text("name"))
		if name := row.inLang("type", lang); name != "" {
			same(t, "unit type", unit.Type, name)
		}
		for field, shown := range map[string]string{"beds": unit.Beds, "baths": unit.Baths} {
			if n := number(t, row.field(field)); n > 0 {
				same(t, "unit "+field, shown, strconv.Itoa(n))
			}
		}
		same(t, "unit built", unit.Built, area(number(t, row.field("built")), lang))
		same(t, "unit terrace", unit.Terrace, area(number(t, row.field("terrace")), lang))
		if n := number(t, row.field("price")); n > 0 && unit.Available {
			same(t, "unit price", unit.Price, euros(n))
		}
		if state := strings.ToLower(row.text("availability")); state == "reserved" || state == "sold" {
			same(t, "unit available", unit.Available, false)
		}
	}
}

// heading is the title of a post or a page: the one of its fields, else that of WordPress.
func heading(lang i18n.Lang, raw object) string {
	acf, _ := raw["acf"].(map[string]any)
	if title, _ := acf["title"].(string); title != "" {
		return plainText(title)
	}
	return raw.inLang("title", lang)
}

// opening is the beginning of the text of a post or a page, "" for a short one.
func opening(raw object) string {
	content, _ := raw["content"].(map[string]any)
	rendered, _ := content["rendered"].(string)
	if text := plainText(rendered); len(text) > 60 {
		return text[:60]
	}
	return ""
}

func (s *recordedSite) post(t *testing.T, lang i18n.Lang, raw object, v *view.View) {
	same(t, "title", v.Header.Title, heading(lang, raw))
	body, _ := v.Content[0].(*view.PostSection)
	if body == nil {
		t.Fatalf("first section %T", v.Content[0])
	}
	same(t, "date", body.ISODate, raw.text("date")[:len("2025-01-02")])
	if text := opening(raw); !strings.Contains(plainText(body.HTML.String()), text) {
		t.Errorf("text: the page does not begin with %q", text)
	}
	var terms []string
	for _, term := range body.Terms {
		terms = append(terms, term.Text)
	}
	for _, category := range s.recording.objects(t, string(lang), "categories") {
		ids, _ := raw["categories"].([]any)
		if slices.Contains(ids, category["id"]) && !slices.Contains(terms, category.inLang("name", lang)) && !slices.Contains(terms, plainText(category.text("name"))) {
			t.Errorf("category %s is not among %v", category.text("name"), terms)
		}
	}
}

// shownKeys are the fields of sections that a visitor reads as they are.
var shownKeys = []string{"title", "text", "claim", "caption", "label", "value", "name", "eyebrow"}

// page looks for each text and picture of the sections in the View. The home page has the claim of its first section
// as its title.
func (s *recordedSite) page(t *testing.T, lang i18n.Lang, raw object, v *view.View) {
	if v.Screen != view.ScreenHome {
		same(t, "title", v.Header.Title, heading(lang, raw))
	}
	encoded, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	var tree any
	if err := json.Unmarshal(encoded, &tree); err != nil {
		t.Fatal(err)
	}
	texts := map[string]bool{}
	var collect func(any)
	collect = func(value any) {
		switch value := value.(type) {
		case string:
			texts[plainText(value)] = true
			texts[path.Base(value)] = true
		case []any:
			for _, item := range value {
				collect(item)
			}
		case map[string]any:
			for _, item := range value {
				collect(item)
			}
		}
	}
	collect(tree)
	if text := opening(raw); text != "" && !slices.ContainsFunc(slices.Collect(maps.Keys(texts)), func(shown string) bool { return strings.Contains(shown, text) }) {
		t.Errorf("text: the page has no %q", text)
	}
	var check func(at, key string, value any)
	check = func(at, key string, value any) {
		if isEmpty(value) {
			return
		}
		if key == "picture" || key == "poster" || key == "header_image" {
			if file := s.file(value); file != "" && !texts[file] {
				t.Errorf("%s: picture %s is not shown", at, file)
			}
			return
		}
		switch value := value.(type) {
		case string:
			if slices.Contains(shownKeys, key) && !texts[plainText(value)] {
				t.Errorf("%s: %q is not shown", at, value)
			}
		case []any:
			for _, item := range value {
				if key == "pictures" {
					check(at, "picture", item)
				} else {
					check(at, key, item)
				}
			}
		case map[string]any:
			if _, isLink := value["target"]; isLink {
				return
			}
			for name, item := range value {
				if name != "location" { // a term
					check(at+"."+name, name, item)
				}
			}
		}
	}
	check("header", "header_image", raw.field("header_image"))
	for _, section := range rows(raw.field("sections")) {
		fields, _ := section.(map[string]any)
		check(fmt.Sprint(fields["acf_fc_layout"]), "", fields)
	}
}
