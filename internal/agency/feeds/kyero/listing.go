package kyero

import (
	"cmp"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"estate/internal/agency/feeds"
	"estate/internal/content/i18n"
	"estate/internal/content/number"
)

// reader reads one property and reports what it cannot read.
type reader struct {
	line int
	key  string
	mode feeds.Mode // of a property that names no offer
	sink feeds.Sink
}

func (r *reader) warn(field, reason string) {
	r.sink.Problem(feeds.Problem{Line: r.line, Key: r.key, Field: field, Reason: reason})
}

// unread reports the value of a field that is ignored.
func (r *reader) unread(field, value string, err error) {
	r.sink.Problem(feeds.Problem{Line: r.line, Key: r.key, Field: field, Value: feeds.Clip(value), Reason: err.Error()})
}

func (r *reader) skip(field, reason string) {
	r.sink.Problem(feeds.Problem{Line: r.line, Key: r.key, Field: field, Reason: reason, Skipped: true})
}

// skipUnread leaves the property out because of the value of a field.
func (r *reader) skipUnread(field, value string, err error) {
	r.sink.Problem(feeds.Problem{Line: r.line, Key: r.key, Field: field, Value: feeds.Clip(value), Reason: err.Error(), Skipped: true})
}

// known are the elements that are read, and those that are left out on purpose, because they say
// nothing about the property.
var known = []string{
	"id", "date", "ref", "price", "currency", "price_freq", "part_ownership", "leasehold", "new_build", "type", "subtype", "town", "province",
	"country",
	"postcode", "location_id", "location", "location_detail", "beds", "baths", "pool", "surface_area", "built", "plot", "plot_area",
	"energy_rating", "url",
	"title", "desc", "features", "images", "video_url", "virtual_tour_url", "catastral", "cadastralref", "notes", "email", "prime",
	"contact_number",
	"whatsapp_number", "commission", "address", "floor", "terrace",
}

// statuses are elements of a state, which the format does not have and other exporters write.
var statuses = []string{"status", "property_status", "availability", "estado"}

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
	p.eachRepaired(func(name string) {
		r.sink.Problem(feeds.Problem{Line: r.line, Key: r.key, Field: name, Reason: feeds.WrongEncoding, Warning: true})
	})
	l := &feeds.Listing{Key: r.key, Line: r.line, References: []string{p.child("ref").text}}
	if l.References[0] == "" {
		l.References = nil
		r.warn("ref", "it is missing; the id is used")
	}
	var err error
	if l.Modified, err = feeds.Time(p.child("date").text); err != nil {
		r.unread("date", p.child("date").text, err)
	}
	if !r.offer(p, l) {
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
		if !slices.Contains(known, c.name) && !slices.Contains(statuses, c.name) {
			r.warn(feeds.Clip(c.name), "the element is unknown and ignored")
		}
	}
	return l
}

// offer reads price, offer and state. It is false for a property that must be left out, because its offer or
// its state cannot be read.
func (r *reader) offer(p *node, l *feeds.Listing) bool {
	switch currency := number.CurrencyOf(p.child("currency").text); currency {
	case "", "EUR", "GBP", "USD":
		l.Currency = currency
	default:
		l.Currency = feeds.Clip(currency)
		r.warn("currency", fmt.Sprintf("%q is not one of EUR, GBP, USD", feeds.Clip(currency)))
	}
	l.NewBuild = r.answer(p, "new_build")
	var offer feeds.Offer
	freq := p.child("price_freq").text
	if strings.EqualFold(freq, "new_build") { // V2
		freq, l.NewBuild = "sale", true
	}
	if freq != "" {
		if err := offer.Add(freq); err != nil {
			r.skipUnread("price_freq", freq, err)
			return false
		}
	}
	for _, field := range statuses {
		text := p.child(field).text
		if text == "" {
			continue
		}
		if err := l.ReadStatus(text, &offer); err != nil {
			r.skipUnread(field, text, err)
			return false
		}
	}
	price := p.child("price")
	if price.name == "" {
		l.OnAsk, l.UnreadPrice = true, "no element price"
	} else if err := l.ReadPrice(price.text, &offer); err != nil {
		r.skipUnread("price", price.text, err)
		return false
	}
	if l.Mode = offer.Mode(r.mode); l.Mode == "" {
		r.skip("price_freq", feeds.ErrNoOffer.Error())
		return false
	}
	return true
}

// answer reads an element with 1 or 0, or the words for yes and no.
func (r *reader) answer(p *node, field string) bool {
	text := p.child(field).text
	if text == "" {
		return false
	}
	yes, err := feeds.Answer(text)
	if err != nil {
		r.unread(field, text, err)
	}
	return yes
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
	lat, lng := r.decimal(at, "latitude", "location/latitude"), r.decimal(at, "longitude", "location/longitude")
	l.Point = feeds.PointOf(lat, lng)
}

func (r *reader) decimal(p *node, name, field string) float64 {
	text := strings.TrimSpace(strings.TrimSuffix(p.child(name).text, "%"))
	value, err := number.Decimal(text)
	if err != nil {
		r.unread(field, text, err)
	}
	return value
}

func (r *reader) figures(p *node, l *feeds.Listing) {
	area := p.child("surface_area")
	for _, figure := range []struct {
		into  *int
		field string
		at    *node
		of    number.Field
	}{
		{&l.Bedrooms, "beds", p.child("beds"), number.Count},
		{&l.Bathrooms, "baths", p.child("baths"), number.Count},
		{&l.Built, "surface_area/built", either(area.child("built"), p.child("built")), number.Size},
		{&l.Plot, "surface_area/plot", either(area.child("plot"), p.child("plot", "plot_area")), number.Size},
		{&l.Terrace, "surface_area/terrace", either(area.child("terrace"), p.child("terrace")), number.Size},
	} {
		n, err := number.Whole(figure.at.text, figure.of)
		if err != nil {
			r.unread(figure.field, figure.at.text, err)
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
	if r.answer(p, "pool") {
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

// languages reads <desc><en>…</en></desc>, <desc language="en"> of exporters that are wrong, and a text that is no
// language's.
func (r *reader) languages(p *node, field string) i18n.Text {
	text, further := i18n.Text{}, i18n.Text{}
	put := func(name, words string) bool {
		lang, sure, known := languageOf(name, words)
		switch {
		case words == "" || known && !slices.Contains(i18n.Declared, lang):
		case !known:
			return false
		case !sure:
			further[lang] = words
		case text[lang] != "" && text[lang] != words:
			r.warn(field+"/"+string(lang), "it is there twice; the last one counts")
			fallthrough
		default:
			text[lang] = words
		}
		return true
	}
	for _, n := range p.all(field) {
		lang := attribute(n)
		if lang == "" && (len(n.children) == 0 || slices.ContainsFunc(n.children, func(c *node) bool { return slices.Contains(tags, c.name) })) {
			lang = string(i18n.Fallback)
		}
		if lang != "" {
			if !put(lang, n.markup()) {
				r.unread(field, lang, errLanguage)
			}
			continue
		}
		for _, c := range n.children {
			if name := cmp.Or(attribute(c), c.name); !put(name, c.markup()) {
				r.unread(field, name, errLanguage)
			}
		}
	}
	for lang, words := range further {
		if text[lang] == "" {
			text[lang] = words
		}
	}
	if len(text) == 0 {
		return nil
	}
	return text
}

var errLanguage = errors.New("it is no language that is known; the text is ignored")

func attribute(n *node) string {
	return cmp.Or(n.attrs["language"], n.attrs["lang"], n.attrs["locale"])
}

// private reads what visitors do not see.
func (r *reader) private(p *node, l *feeds.Listing) {
	switch {
	case r.answer(p, "leasehold"):
		l.Tenure = feeds.TenureLeasehold
	case r.answer(p, "part_ownership"):
		l.Tenure = feeds.TenurePartOwnership
	}
	l.Premium, l.Note = r.answer(p, "prime"), p.child("notes").text
	shared := p.child("commission")
	c := feeds.Commission{Value: r.decimal(shared, "value", "commission/value"), Split: r.decimal(shared, "split", "commission/split")}
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
	all := p.child("images")
	images := slices.DeleteFunc(slices.Clone(all.children), func(n *node) bool { return n.name != "image" && n.name != "url" })
	// The order is that of the ids where all have one.
	number := func(n *node) int { i, _ := strconv.Atoi(n.attrs["id"]); return i }
	if !slices.ContainsFunc(images, func(n *node) bool { return number(n) == 0 }) {
		slices.SortStableFunc(images, func(a, b *node) int { return number(a) - number(b) })
	}
	if other := len(all.children) - len(images); other > 0 {
		r.warn("images", fmt.Sprintf("%d elements are neither image nor url and are ignored", other))
	}
	if len(all.children) == 0 && isAddress(all.text) {
		images = []*node{{name: "url", text: all.text}}
	}
	for i, image := range images {
		plan := slices.ContainsFunc(image.child("tags").all("tag"), func(t *node) bool { return strings.EqualFold(t.text, "floorplan") })
		for _, at := range addressesOf(image) {
			switch {
			case !isAddress(at):
				r.warn("images/image", fmt.Sprintf("picture %d has no address that begins with http:// or https://", i+1))
			case slices.ContainsFunc(l.Pictures, func(p feeds.Picture) bool { return p.URL == at }):
			case len(l.Pictures) == maxPictures:
				r.warn("images", fmt.Sprintf("only the first %d pictures are used", maxPictures))
				return
			default:
				l.Pictures = append(l.Pictures, feeds.Picture{URL: at, Plan: plan})
			}
		}
	}
}

// addressesOf are the addresses of an element of a picture: those of its elements url, else its text, else an attribute.
// One without any has the address "".
func addressesOf(image *node) []string {
	var addresses []string
	for _, u := range image.all("url") {
		addresses = append(addresses, u.text)
	}
	if len(addresses) == 0 {
		addresses = []string{cmp.Or(image.text, image.attrs["url"], image.attrs["src"], image.attrs["href"])}
	}
	return addresses
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
