package kyero

import (
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"estate/internal/agency/feeds"
	"estate/internal/content/i18n"
)

// reader reads one property and reports what it cannot read.
type reader struct {
	line int
	key  string
	sink feeds.Sink
}

func (r *reader) warn(field, reason string) {
	r.sink.Problem(feeds.Problem{Line: r.line, Key: r.key, Field: field, Reason: reason})
}

func (r *reader) skip(field, reason string) {
	r.sink.Problem(feeds.Problem{Line: r.line, Key: r.key, Field: field, Reason: reason, Skipped: true})
}

// known are the elements that are read, and those that are left out on purpose, because they say
// nothing about the property.
var known = []string{
	"id", "date", "ref", "price", "currency", "price_freq", "part_ownership", "leasehold", "new_build", "type", "subtype", "town", "province", "country",
	"postcode", "location_id", "location", "location_detail", "beds", "baths", "pool", "surface_area", "built", "plot", "plot_area", "energy_rating", "url",
	"title", "desc", "features", "images", "video_url", "virtual_tour_url", "catastral", "cadastralref", "notes", "email", "prime", "contact_number",
	"whatsapp_number", "commission", "address", "floor", "terrace",
}

// listing returns nil for a property that must be left out.
func (r *reader) listing(p *node) *feeds.Listing {
	if r.key == "" {
		r.skip("id", "it is missing")
		return nil
	}
	if len(r.key) > 200 {
		r.key = feeds.Clip(r.key)
		r.skip("id", "it has more than 200 bytes")
		return nil
	}
	l := &feeds.Listing{Key: r.key, Line: r.line, References: []string{p.child("ref").text}}
	if l.References[0] == "" {
		l.References = nil
		r.warn("ref", "it is missing; the id is used")
	}
	var err error
	if l.Modified, err = feeds.Time(p.child("date").text); err != nil {
		r.warn("date", fmt.Sprintf("%q: %v", feeds.Clip(p.child("date").text), err))
	}
	if !r.price(p, l) {
		return nil
	}
	l.Type = p.child("type").text
	if l.Type == "" { // <type><en>Villa</en></type>
		l.Type = firstText(p.child("type"))
	}
	if l.Type == "" {
		r.warn("type", "it is missing")
	}
	if sub := p.child("subtype").text; sub != "" && l.Type != "" {
		l.Type += " - " + sub
	}
	r.place(p, l)
	r.figures(p, l)
	r.texts(p, l)
	r.private(p, l)
	r.pictures(p, l)
	for _, c := range p.children {
		if !slices.Contains(known, c.name) {
			r.warn(feeds.Clip(c.name), "the element is unknown and ignored")
		}
	}
	return l
}

// price is false when the price cannot be read: a property must not be offered at a wrong one.
func (r *reader) price(p *node, l *feeds.Listing) bool {
	text := p.child("price").text
	if strings.EqualFold(text, "x") {
		l.OnAsk = true
	} else {
		amount, err := feeds.Whole(text)
		if err != nil {
			r.skip("price", fmt.Sprintf("%q: %v", feeds.Clip(text), err))
			return false
		}
		l.Price, l.OnAsk = amount, amount == 0
	}
	switch currency := feeds.Currency(p.child("currency").text); currency {
	case "", "EUR", "GBP", "USD":
		l.Currency = currency
	default:
		l.Currency = feeds.Clip(currency)
		r.warn("currency", fmt.Sprintf("%q is not one of EUR, GBP, USD", feeds.Clip(currency)))
	}
	l.NewBuild = p.child("new_build").text == "1"
	switch freq := strings.ToLower(p.child("price_freq").text); freq {
	case "", "sale":
		l.Mode = feeds.ModeSale
	case "new_build": // V2
		l.Mode, l.NewBuild = feeds.ModeSale, true
	case "month":
		l.Mode = feeds.ModeMonth
	case "week":
		l.Mode = feeds.ModeWeek
	case "day", "night":
		l.Mode = feeds.ModeDay
	default:
		r.skip("price_freq", fmt.Sprintf("%q is not one of sale, month, week", feeds.Clip(freq)))
		return false
	}
	return true
}

func (r *reader) place(p *node, l *feeds.Listing) {
	l.Country, l.Province, l.Town = p.child("country").text, p.child("province").text, p.child("town").text
	l.Area, l.Postcode = p.child("location_detail").text, p.child("postcode").text
	if l.Town == "" {
		r.warn("town", "it is missing")
	}
	address := p.child("address")
	if l.Street = address.text; l.Street == "" {
		l.Street = firstText(address)
	}
	at := p.child("location")
	lat, err := feeds.Decimal(at.child("latitude").text)
	if err != nil {
		r.warn("location/latitude", err.Error())
	}
	lng, err := feeds.Decimal(at.child("longitude").text)
	if err != nil {
		r.warn("location/longitude", err.Error())
	}
	l.Point = feeds.PointOf(lat, lng)
}

func (r *reader) figures(p *node, l *feeds.Listing) {
	area := p.child("surface_area")
	for _, figure := range []struct {
		into  *int
		field string
		at    *node
	}{
		{&l.Bedrooms, "beds", p.child("beds")},
		{&l.Bathrooms, "baths", p.child("baths")},
		{&l.Built, "surface_area/built", either(area.child("built"), p.child("built"))},
		{&l.Plot, "surface_area/plot", either(area.child("plot"), p.child("plot", "plot_area"))},
		{&l.Terrace, "surface_area/terrace", either(area.child("terrace"), p.child("terrace"))},
	} {
		n, err := feeds.Whole(figure.at.text)
		if err != nil {
			r.warn(figure.field, fmt.Sprintf("%q: %v", feeds.Clip(figure.at.text), err))
			continue
		}
		*figure.into = n
	}
	l.Floor = p.child("floor").text
	l.Cadastral = strings.ToUpper(strings.Join(strings.Fields(p.child("catastral", "cadastralref").text), ""))
	if len(l.Cadastral) != 0 && len(l.Cadastral) != 20 {
		r.warn("catastral", "it does not have 20 characters and is ignored")
		l.Cadastral = ""
	}
	rating := p.child("energy_rating")
	l.Consumption, l.Emissions = r.letter(rating, "consumption"), r.letter(rating, "emissions")
	if p.child("pool").text == "1" {
		l.Features = append(l.Features, "Pool")
	}
}

func (r *reader) letter(rating *node, field string) string {
	letter := strings.ToUpper(rating.child(field).text)
	if letter == "" || len(letter) == 1 && strings.Contains("ABCDEFGX", letter) {
		return letter
	}
	r.warn("energy_rating/"+field, fmt.Sprintf("%q is not one of A to G, X", feeds.Clip(letter)))
	return ""
}

func (r *reader) texts(p *node, l *feeds.Listing) {
	l.Titles, l.Descriptions = r.languages(p, "title"), r.languages(p, "desc")
	for _, feature := range p.child("features").all("feature") {
		if feature.text != "" && !slices.Contains(l.Features, feature.text) {
			l.Features = append(l.Features, feature.text)
		}
	}
	l.Video, l.Tour = r.address(p, "video_url"), r.address(p, "virtual_tour_url")
}

// languages reads <desc><en>…</en></desc>, and <desc language="en"> of exporters that are wrong.
func (r *reader) languages(p *node, field string) i18n.Text {
	text := i18n.Text{}
	put := func(lang, words string) {
		l := i18n.Lang(strings.ToLower(strings.TrimSpace(lang)))
		if words == "" || !slices.Contains(i18n.Declared, l) {
			return
		}
		if text[l] != "" && text[l] != words {
			r.warn(field+"/"+string(l), "it is there twice; the last one counts")
		}
		text[l] = words
	}
	for _, n := range p.all(field) {
		for _, c := range n.children {
			put(c.name, c.text)
		}
		lang := n.attrs["language"]
		if lang == "" {
			lang = n.attrs["lang"]
		}
		if lang == "" && len(n.children) == 0 {
			lang = string(i18n.Fallback)
		}
		put(lang, n.text)
	}
	if len(text) == 0 {
		return nil
	}
	return text
}

// private reads what visitors do not see.
func (r *reader) private(p *node, l *feeds.Listing) {
	switch {
	case p.child("leasehold").text == "1":
		l.Tenure = feeds.TenureLeasehold
	case p.child("part_ownership").text == "1":
		l.Tenure = feeds.TenurePartOwnership
	}
	l.Premium, l.Note = p.child("prime").text == "1", p.child("notes").text
	shared := p.child("commission")
	var c feeds.Commission
	var err error
	if c.Value, err = feeds.Decimal(strings.TrimSuffix(shared.child("value").text, "%")); err != nil {
		r.warn("commission/value", err.Error())
	}
	if c.Split, err = feeds.Decimal(strings.TrimSuffix(shared.child("split").text, "%")); err != nil {
		r.warn("commission/split", err.Error())
	}
	if c.Note = shared.child("notes").text; c != (feeds.Commission{}) {
		l.Commission = &c
	}
}

func (r *reader) address(p *node, field string) string {
	text := p.child(field).text
	if text == "" {
		text = firstText(p.child(field))
	}
	if text != "" && !isAddress(text) {
		r.warn(field, "it is no address that begins with http:// or https://")
		return ""
	}
	return text
}

// maxPictures bounds the pictures of one property; portals take 50 to 200.
const maxPictures = 200

func (r *reader) pictures(p *node, l *feeds.Listing) {
	images := p.child("images").all("image")
	// The order is that of the ids where all have one.
	number := func(n *node) int { i, _ := strconv.Atoi(n.attrs["id"]); return i }
	if !slices.ContainsFunc(images, func(n *node) bool { return number(n) == 0 }) {
		slices.SortStableFunc(images, func(a, b *node) int { return number(a) - number(b) })
	}
	for i, image := range images {
		if len(l.Pictures) == maxPictures {
			r.warn("images", fmt.Sprintf("only the first %d of %d pictures are used", maxPictures, len(images)))
			return
		}
		at := image.child("url").text
		if at == "" {
			at = image.text
		}
		if !isAddress(at) {
			r.warn("images/image", fmt.Sprintf("picture %d has no address that begins with http:// or https://", i+1))
			continue
		}
		plan := slices.ContainsFunc(image.child("tags").all("tag"), func(t *node) bool { return strings.EqualFold(t.text, "floorplan") })
		l.Pictures = append(l.Pictures, feeds.Picture{URL: at, Plan: plan})
	}
}

func isAddress(text string) bool {
	u, err := url.Parse(text)
	return err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Host != ""
}

func either(first, second *node) *node {
	if first.text != "" {
		return first
	}
	return second
}

// firstText is the text of an element's English child, else of its first one.
func firstText(n *node) string {
	if text := n.child("en").text; text != "" {
		return text
	}
	for _, c := range n.children {
		if c.text != "" {
			return c.text
		}
	}
	return ""
}
