package channels

import (
	"regexp"
	"slices"
	"strings"

	"estate/internal/agency/portals"
	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/content/sanitize"
	"estate/internal/content/search"
)

// The smallest picture that portals take, in pixels.
const (
	MinWidth  = 1280
	MinHeight = 960
)

// Listing is what a portal may know of a property.
type Listing struct {
	ID        int
	Reference string
	Amount    int // whole units of Currency; 0 when on ask
	Currency  string
	OnAsk     bool
	Rent      bool // per month; else a sale
	Type      string
	Features  []string // slugs; FeatureName has the English name

	NewBuild bool
	Tenure   content.Tenure

	Town, Province, Area string
	Country              string          // ISO 3166-1 alpha-2; "" means that of the channel
	Address              content.Address // its public part; Visibility is hidden where there is none
	Lat, Lng             float64         // the public position; 0 when unknown
	Exact                bool

	Beds, Baths                   int
	Built, Usable, Plot, Terrace  int // m²
	Floor, Orientation, Cadastral string
	BuiltYear                     int
	Costs                         content.Costs
	Registration, National        string
	Energy                        Energy

	Descriptions map[i18n.Lang]string // plain text
	URLs         map[i18n.Lang]string
	Pictures     []Picture // plans are the last ones
	Video, Tour  string

	Premium    bool
	Commission *content.Commission // nil unless the channel tells it
}

// Energy is the energy label of a listing.
type Energy struct {
	Known                  bool
	Consumption, Emissions string // A to G, "" when not rated
	ConsumptionValue       float64
	EmissionsValue         float64
	Exempt                 bool
}

// Picture is a picture of a listing.
type Picture struct {
	URL     string // ends in .jpg and never changes
	Label   string // one of content.ImageLabels or ""
	Altered bool
}

func (l *Listing) isLand() bool { return l.Type == "plots-and-lands" }

// Site is what the listings of all channels need of the site.
type Site struct {
	URL string // without a final slash
	// Types and Offers are the slugs of types and offers, Places the Spanish names of places, all by id.
	Types  map[int]string
	Offers map[int]string
	Places map[int]string
	// Provinces are the provinces of places that portals know by another name.
	Provinces map[string]string
	// Picture is the path of a JPEG rendition of at least MinWidth × MinHeight that never changes,
	// "" for a picture that is smaller or cannot be sent.
	Picture func(*content.Image) string
	// Text replaces addresses of the CMS in a text, and File is the address of a film at the site or
	// elsewhere. Nil leaves them as they are.
	Text, File func(string) string
}

// Agency is the sender of a file.
type Agency struct {
	Name, Email, Phone, Address string
}

func (s *Site) listing(p *content.Property, c *Config) *Listing {
	l := &Listing{
		ID: p.ID, Reference: oneLine(p.Reference), Amount: p.Price.Public(), Currency: p.Price.Currency, OnAsk: p.Price.OnAsk,
		Rent: p.Price.Mode == content.PriceMonth, NewBuild: p.NewBuild || p.UnitsOf != 0, Tenure: p.Tenure,
		Beds: p.Bedrooms, Baths: p.Bathrooms, Built: p.BuiltSize, Usable: p.UsableSize, Plot: p.PlotSize, Terrace: p.TerraceSize,
		Country: p.Country, Floor: p.Floor, Orientation: p.Orientation, BuiltYear: p.BuiltYear, Costs: p.Costs,
		Cadastral: p.PublicCadastralReference(), Registration: p.Registration, National: p.NationalRegistration, Features: p.Features,
		Descriptions: map[i18n.Lang]string{}, URLs: map[i18n.Lang]string{},
		Video: p.Extra.Video, Tour: p.Extra.Tour,
	}
	l.Address.Visibility = content.AddressHidden
	if public := p.Address.Public(); public != nil {
		l.Address = *public
		l.Address.Street, l.Address.Number = oneLine(public.Street), oneLine(public.Number)
	}
	if at := p.Location.Public(p.ID); at != (search.Point{}) {
		l.Lat, l.Lng, l.Exact = at.Lat, at.Lng, p.Location.Precision == content.PrecisionExact
	}
	for _, id := range p.Types {
		if l.Type == "" {
			l.Type = s.Types[id]
		}
	}
	s.place(l, p)
	for _, lang := range c.Languages {
		if text := paragraphs(p.Description[lang]); text != "" {
			l.Descriptions[lang] = text
		}
		if link := p.LinkIn(lang); link != "" && lang.IsFilled() { // the others have no pages
			l.URLs[lang] = s.URL + link
		}
	}
	s.pictures(l, p)
	l.Energy = energyOf(p.Energy)
	s.withoutCMS(l)
	if c.Commission && p.Private != nil {
		l.Commission = p.Private.Commission
		if l.Commission != nil {
			kept := *l.Commission
			kept.Note = "" // a note is private
			l.Commission = &kept
		}
	}
	return l
}

// withoutCMS replaces the addresses of the CMS in a listing.
func (s *Site) withoutCMS(l *Listing) {
	if s.Text != nil {
		for _, text := range []*string{&l.Reference, &l.Address.Street, &l.Address.Number, &l.Registration, &l.National, &l.Cadastral, &l.Floor} {
			*text = s.Text(*text)
		}
		for lang, text := range l.Descriptions {
			l.Descriptions[lang] = s.Text(text)
		}
		l.Features = slices.Clone(l.Features)
		for i, feature := range l.Features {
			l.Features[i] = s.Text(feature)
		}
	}
	if s.File != nil {
		l.Video, l.Tour = s.File(l.Video), s.File(l.Tour)
	}
	l.Video, l.Tour = absolute(s.URL, l.Video), absolute(s.URL, l.Tour)
}

// place sets town, province and area. A place that is no province of Spain, but a town of one, is the
// town.
func (s *Site) place(l *Listing, p *content.Property) {
	top, city, area := s.Places[p.Province], s.Places[p.City], s.Places[p.Subarea]
	province := s.Provinces[top]
	if province == "" {
		province = portals.ProvinceOf(top)
	}
	if province == "" {
		province = portals.ProvinceOf(city)
	}
	if abroad := p.Country != "" && p.Country != portals.Spain; province == "" && abroad && city != "" {
		province = top
	}
	l.Province, l.Town, l.Area = province, city, area
	if isTown := province != "" && !strings.EqualFold(province, top) && top != ""; isTown || city == "" {
		l.Town = top
		if area == "" {
			l.Area = city
		}
	}
	if l.Area == l.Town {
		l.Area = ""
	}
}

func (s *Site) pictures(l *Listing, p *content.Property) {
	seen := map[string]bool{}
	add := func(images []content.Image, label string) {
		for i := range images {
			address := s.Picture(&images[i])
			if address == "" || seen[address] {
				continue
			}
			seen[address] = true
			picture := Picture{URL: absolute(s.URL, address), Label: images[i].Label, Altered: images[i].Altered}
			if label != "" {
				picture.Label = label
			}
			l.Pictures = append(l.Pictures, picture)
		}
	}
	if p.Featured != nil {
		add([]content.Image{*p.Featured}, "")
	}
	add(p.Gallery, "")
	if len(l.Pictures) > 0 { // plans alone show no property
		add(p.Plans, content.ImagePlan)
	}
}

func energyOf(e *content.Energy) Energy {
	if e == nil {
		return Energy{}
	}
	known := Energy{
		Consumption: letter(e.Consumption), Emissions: letter(e.Emissions), ConsumptionValue: e.ConsumptionValue,
		EmissionsValue: e.EmissionsValue,
		Exempt:         e.Status == "exempt",
	}
	known.Known = known.Exempt || e.Status == "pending" || known.Consumption != "" || known.Emissions != ""
	return known
}

func letter(class string) string {
	class = strings.ToUpper(strings.TrimSpace(class))
	if len(class) == 1 && class[0] >= 'A' && class[0] <= 'G' {
		return class
	}
	return ""
}

func absolute(site, address string) string {
	if strings.HasPrefix(address, "/") && !strings.HasPrefix(address, "//") {
		return site + address
	}
	return address
}

// FeatureName is the English name of a feature, plain text for a feature of the editor.
func FeatureName(feature string) string {
	if name := i18n.Words.T(i18n.LangEN, "features."+feature); name != "features."+feature {
		return name
	}
	return sanitize.Text(feature)
}

// breakMark stands for the end of a paragraph in paragraphs. No text has this private character.
const breakMark = "\ue000"

var blockEnd = regexp.MustCompile(`(?i)</(?:p|div|h[1-6]|li|ul|ol|blockquote)\s*>|<br\s*/?>`)

// paragraphs is a description as plain text: an empty line between paragraphs, no other line breaks.
func paragraphs(markup string) string {
	markup = blockEnd.ReplaceAllString(strings.ReplaceAll(markup, breakMark, ""), "$0"+breakMark)
	var parts []string
	for part := range strings.SplitSeq(sanitize.Text(markup), breakMark) {
		if part = strings.TrimSpace(part); part != "" {
			parts = append(parts, part)
		}
	}
	return strings.Join(parts, "\n\n")
}

// oneLine is a text without markup and line breaks.
func oneLine(text string) string { return strings.Join(strings.Fields(sanitize.Text(text)), " ") }

// Shorten cuts a text at a word, to at most n characters.
func Shorten(text string, n int) string {
	runes := []rune(text)
	if len(runes) <= n {
		return text
	}
	cut := string(runes[:n])
	if space := strings.LastIndexByte(cut, ' '); space > len(cut)/2 {
		cut = cut[:space]
	}
	return strings.TrimSpace(cut)
}
