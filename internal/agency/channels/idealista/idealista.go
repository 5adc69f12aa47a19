package idealista

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"estate/internal/agency/channels"
	"estate/internal/agency/portals"
	"estate/internal/content"
	"estate/internal/content/i18n"
)

// Limits of the format.
const (
	maxPictures    = 200
	maxDescription = 4000
	maxCode        = 50
	maxCommunity   = 9999
	dateLayout     = "2006/01/02 15:04:05"
)

// Config configures the format.
type Config struct {
	Customer string                 // the customer code that idealista gives: ilc and 40 small letters and digits
	Country  string                 // of the agency: Spain, Italy or Portugal; "" means Spain
	Agency   func() channels.Agency // asked for each file
	// Types are types of idealista by the slug of the site's type, beside the defaults.
	Types map[string]string
}

// countries are those that idealista knows.
var countries = []string{"Spain", "Italy", "Portugal"}

var customerCode = regexp.MustCompile(`^ilc[a-z0-9]{40}$`)

// Validate reports what idealista would refuse.
func (c Config) Validate() error {
	if !customerCode.MatchString(c.Customer) {
		return fmt.Errorf("customer code %q: give the code of idealista, ilc and 40 small letters and digits", c.Customer)
	}
	if c.Country != "" && !slices.Contains(countries, c.Country) {
		return fmt.Errorf("country %q: give Spain, Italy or Portugal", c.Country)
	}
	return nil
}

// Format writes the format.
type Format struct{ cfg Config }

// New returns the format.
func New(cfg Config) *Format {
	if cfg.Country == "" {
		cfg.Country = "Spain"
	}
	return &Format{cfg}
}

// Type implements channels.Kind.
func (f *Format) Type() string { return "application/json" }

// Ending implements channels.Kind.
func (f *Format) Ending() string { return ".json" }

type property struct {
	Address      address       `json:"propertyAddress"`
	Code         string        `json:"propertyCode"`
	Reference    string        `json:"propertyReference"`
	Descriptions []description `json:"propertyDescriptions"`
	Features     home          `json:"propertyFeatures"`
	Images       []image       `json:"propertyImages,omitempty"`
	Operation    operation     `json:"propertyOperation"`
	URL          string        `json:"propertyUrl,omitempty"`
	Visibility   string        `json:"propertyVisibility"`
}

type address struct {
	Visibility   string   `json:"addressVisibility"`
	Street       string   `json:"addressStreetName,omitempty"`
	Number       string   `json:"addressStreetNumber,omitempty"`
	Floor        string   `json:"addressFloor,omitempty"`
	Urbanization string   `json:"addressUrbanization,omitempty"`
	Postcode     string   `json:"addressPostalCode,omitempty"`
	Town         string   `json:"addressTown,omitempty"`
	Country      string   `json:"addressCountry"`
	Precision    string   `json:"addressCoordinatesPrecision,omitempty"`
	Lat          *float64 `json:"addressCoordinatesLatitude,omitempty"`
	Lng          *float64 `json:"addressCoordinatesLongitude,omitempty"`
}

type description struct {
	Language string `json:"descriptionLanguage"`
	Text     string `json:"descriptionText"`
}

type home struct {
	Type            string  `json:"featuresType"`
	Built           int     `json:"featuresAreaConstructed"`
	Plot            int     `json:"featuresAreaPlot,omitempty"`
	Usable          int     `json:"featuresAreaUsable,omitempty"`
	Baths           int     `json:"featuresBathroomNumber"`
	Beds            int     `json:"featuresBedroomNumber"`
	BuiltYear       int     `json:"featuresBuiltYear,omitempty"`
	Performance     float64 `json:"featuresEnergyCertificatePerformance,omitempty"`
	Rating          string  `json:"featuresEnergyCertificateRating,omitempty"`
	EmissionsRating string  `json:"featuresEnergyCertificateEmissionsRating,omitempty"`
	EmissionsValue  float64 `json:"featuresEnergyCertificateEmissionsValue,omitempty"`
	North           bool    `json:"featuresOrientationNorth,omitempty"`
	South           bool    `json:"featuresOrientationSouth,omitempty"`
	West            bool    `json:"featuresOrientationWest,omitempty"`
	East            bool    `json:"featuresOrientationEast,omitempty"`
	Pool            bool    `json:"featuresPool,omitempty"`
	Terrace         bool    `json:"featuresTerrace,omitempty"`
	License         string  `json:"featuresShortTermLicense,omitempty"`
	National        string  `json:"featuresShortTermLicenseNational,omitempty"`
	Cadastral       string  `json:"featuresCadastralReference,omitempty"`
}

type image struct {
	Label   string `json:"imageLabel,omitempty"`
	Order   int    `json:"imageOrder"`
	URL     string `json:"imageUrl"`
	Altered bool   `json:"imageAiGenerated,omitempty"`
}

type operation struct {
	Type      string `json:"operationType"`
	Price     int    `json:"operationPrice"`
	Community int    `json:"operationPriceCommunity,omitempty"` // a month
}

// languages are idealista's names of languages.
var languages = []struct {
	lang i18n.Lang
	name string
}{
	{"es", "spanish"},
	{"en", "english"},
	{"de", "german"},
	{"fr", "french"},
	{"it", "italian"},
	{"pt", "portuguese"},
	{"ru", "russian"},
	{"nl", "dutch"},
	{"sv", "swedish"},
	{"da", "danish"},
	{"no", "norway"},
	{"fi", "finnish"},
	{"pl", "polish"},
	{"ca", "catalan"},
}

// labels are idealista's labels of pictures by ours.
var labels = map[string]string{
	"living_room": "living", "view": "views", "entrance": "hall", "study": "studio", "community": "communalareas",
	"facade": "facade", "kitchen": "kitchen", "dining_room": "dining_room", "bedroom": "bedroom", "bathroom": "bathroom",
	"terrace": "terrace", "balcony": "balcony", "garden": "garden", "pool": "pool", "plan": "plan", "garage": "garage",
	"storage": "storage", "surroundings": "surroundings",
}

// TakesOnAsk implements channels.Kind. The format could hide the amount, but would need it.
func (f *Format) TakesOnAsk() bool { return false }

// Takes implements channels.Kind.
func (f *Format) Takes(slug string) *channels.Reason {
	if slug == "" || f.typeOf(slug) != "" {
		return nil
	}
	reason := channels.Reasonf("s_type",
		"idealista gets flats and houses from here: enter plots and commercial properties at idealista by hand.")
	return &reason
}

// typeOf is idealista's type of a type of the site, "" for one that is not sent.
func (f *Format) typeOf(slug string) string {
	return cmp.Or(f.cfg.Types[slug], portals.IdealistaTypes[slug])
}

// Encode implements channels.Kind.
func (f *Format) Encode(l *channels.Listing) ([]byte, []channels.Reason) {
	var reasons []channels.Reason
	lacks := func(is bool, field, text string) {
		if is {
			reasons = append(reasons, channels.Reason{Text: text, Field: field})
		}
	}
	lacks(l.Amount > 999_999_999, "price", "Its price is higher than idealista can show.")
	lacks(l.Currency != "" && l.Currency != "EUR", "price", "Its price is not in euros: enter it in euros.")
	lacks(l.Built <= 0, "built_size", "It has no built size: enter the square metres.")
	lacks(l.Baths <= 0, "bathrooms", "It has no number of bathrooms: enter it.")
	lacks(l.Beds <= 0, "bedrooms", "It has no number of bedrooms: enter it.")
	lacks(l.Baths > 99 || l.Beds > 99, "bedrooms", "It has more than 99 rooms: check the number.")
	lacks(l.Built > 999_999, "built_size", "Its built size is above 999,999 m²: check it.")
	lacks(len([]rune(l.Reference)) > maxCode, "reference", "Its reference is longer than 50 characters: shorten it.")
	if country := f.country(l); !slices.Contains(countries, country) {
		reasons = append(reasons, channels.Reasonf("country",
			"It is in %s: idealista shows properties in Spain, Italy and Portugal. Correct the country if that is wrong.", country))
	}
	at := f.address(l)
	if at.Street == "" && at.Postcode == "" && at.Lat == nil { // a street has its town: every channel needs one
		reasons = append(reasons, channels.Reasonf("address", "Its address is hidden or empty and it has no position: show street or "+
			"postcode, or set the position on the map. idealista needs one of them."))
	}
	if len(reasons) > 0 {
		return nil, reasons
	}
	p := property{
		Address: at, Code: strconv.Itoa(l.ID), Reference: l.Reference, Visibility: "idealista",
		Features: features(l, f.typeOf(l.Type)), Operation: operation{Type: "sale", Price: l.Amount},
	}
	if l.Rent {
		p.Operation.Type = "rent"
	} else if month := int(math.Round(float64(l.Costs.Community) / 12)); month > 0 && month <= maxCommunity {
		p.Operation.Community = month
	}
	for _, language := range languages {
		if text := l.Descriptions[language.lang]; text != "" {
			p.Descriptions = append(p.Descriptions, description{language.name, channels.Shorten(text, maxDescription)})
		}
		if p.URL == "" {
			p.URL = l.URLs[language.lang]
		}
	}
	for i, picture := range l.Pictures[:min(len(l.Pictures), maxPictures)] {
		p.Images = append(p.Images, image{Label: labels[picture.Label], Order: i + 1, URL: picture.URL, Altered: picture.Altered})
	}
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(&p); err != nil {
		return nil, []channels.Reason{{Text: "It cannot be written: " + err.Error()}}
	}
	return bytes.TrimSpace(b.Bytes()), nil
}

// postcode is the pattern of a Spanish, Portuguese or Italian postcode.
var postcode = regexp.MustCompile(`^[0-9]{5}$|^[0-9]{4}(-[0-9]{3})?$`)

// floor is the pattern of a floor.
var floor = regexp.MustCompile(`^(-[1-2]|[1-9]|[1-5][0-9]|60|bj|en|ss|st)$`)

// country is the name of the property's country, that of the agency where it has none.
func (f *Format) country(l *channels.Listing) string {
	return cmp.Or(portals.CountryName(l.Country), f.cfg.Country)
}

func (f *Format) address(l *channels.Listing) address {
	a := address{
		Visibility: string(l.Address.Visibility), Country: f.country(l), Town: channels.Shorten(l.Town, 50),
		Urbanization: channels.Shorten(l.Area, 50),
	}
	if l.Address.Visibility != content.AddressHidden {
		a.Street = channels.Shorten(l.Address.Street, 200)
		if a.Street != "" && len([]rune(l.Address.Number)) <= 10 {
			a.Number = l.Address.Number
		}
		if postcode.MatchString(l.Address.Postcode) {
			a.Postcode = l.Address.Postcode
		}
	}
	storey := l.Floor
	if storey == "ground" || storey == "0" {
		storey = "bj"
	}
	if floor.MatchString(storey) {
		a.Floor = storey
	}
	if l.Lat != 0 || l.Lng != 0 {
		lat, lng := l.Lat, l.Lng
		a.Lat, a.Lng, a.Precision = &lat, &lng, "moved"
		if l.Exact && l.Address.Visibility != content.AddressHidden {
			a.Precision = "exact"
		}
	}
	return a
}

func features(l *channels.Listing, kind string) home {
	h := home{
		Type: kind, Built: l.Built, Plot: l.Plot, Baths: l.Baths, Beds: l.Beds, Terrace: l.Terrace > 0,
		License: l.Registration, National: l.National, Cadastral: strings.ReplaceAll(l.Cadastral, " ", ""),
		Pool: slices.ContainsFunc(l.Features, func(feature string) bool { return strings.Contains(feature, "pool") }),
	}
	if l.Usable > 0 && l.Usable <= l.Built {
		h.Usable = l.Usable
	}
	if l.BuiltYear >= 1000 && l.BuiltYear < 3000 {
		h.BuiltYear = l.BuiltYear
	}
	h.North, h.South = strings.Contains(l.Orientation, "north"), strings.Contains(l.Orientation, "south")
	h.West, h.East = strings.Contains(l.Orientation, "west"), strings.Contains(l.Orientation, "east")
	switch e := l.Energy; {
	case e.Exempt:
		h.Rating = "exempt"
	case e.Consumption == "":
		h.Rating = "inProcess" // shown as G in Spain
	default:
		h.Rating, h.EmissionsRating = e.Consumption, e.Emissions
		h.Performance = figure(e.ConsumptionValue)
		if h.EmissionsRating != "" {
			h.EmissionsValue = figure(e.EmissionsValue)
		}
	}
	return h
}

// figure is a value above 0 and below 10000 with two digits, 0 for any other.
func figure(value float64) float64 {
	if value = math.Round(value*100) / 100; value > 0 && value < 10_000 {
		return value
	}
	return 0
}

// Write implements channels.Kind.
func (f *Format) Write(out io.Writer, items []channels.Item, at time.Time) error {
	head := map[string]any{"customerCountry": f.cfg.Country, "customerCode": f.cfg.Customer, "customerSendDate": at.UTC().Format(dateLayout)}
	if name := f.cfg.Agency().Name; name != "" {
		head["customerContact"] = map[string]string{"contactName": channels.Shorten(name, 60)}
	}
	text, err := json.Marshal(head)
	if err != nil {
		return err
	}
	text = append(bytes.TrimSuffix(text, []byte("}")), ",\"customerProperties\":[\n"...)
	for i, item := range items {
		if i > 0 {
			text = append(text, ",\n"...)
		}
		text = append(text, item.Body...)
		if len(text) > 1<<20 {
			if _, err := out.Write(text); err != nil {
				return err
			}
			text = text[:0]
		}
	}
	_, err = out.Write(append(text, "\n]}\n"...))
	return err
}
