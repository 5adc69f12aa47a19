package kyero

import (
	"bytes"
	"cmp"
	"encoding/xml"
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
	maxPictures     = 50
	maxFeatures     = 50
	maxFeatureRunes = 35
	maxAddress      = 255
	maxPrice        = 99_999_999
	maxReference    = 255
	dateLayout      = "2006-01-02 15:04:05"
)

// Config configures the format.
type Config struct {
	Agency func() channels.Agency // asked for each file
	// Resales adds the elements of the dialect of Resales-Online: terrace, floor, commission,
	// cadastral reference, address.
	Resales bool
	// Types are names of types by the slug of the site's type, beside the defaults.
	Types map[string]string
	// Country is that of properties without a country; "" means Spain.
	Country                string
	Email, Phone, WhatsApp string // contacts of each property; "" means those of the account
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

// MaxCountry is the largest number of characters of Config.Country.
const MaxCountry = 50

// Type implements channels.Kind.
func (f *Format) Type() string { return "application/xml; charset=utf-8" }

// Ending implements channels.Kind.
func (f *Format) Ending() string { return ".xml" }

// typeName is the pattern of the element type.
var typeName = regexp.MustCompile(`^[A-Za-z& ()/-]{3,}$`)

// languages are the languages of texts that the format admits.
var languages = []i18n.Lang{"ca", "da", "de", "en", "es", "fi", "fr", "it", "nl", "no", "pt", "ru", "sv"}

// TakesOnAsk implements channels.Kind.
func (f *Format) TakesOnAsk() bool { return true }

// Takes implements channels.Kind. A type needs a name of the pattern.
func (f *Format) Takes(slug string) *channels.Reason {
	if slug == "" || typeName.MatchString(f.typeName(slug)) {
		return nil
	}
	reason := channels.Reasonf("s_type", "The portal has no name for the type %s: add one to type_names of the channel, in English letters.",
		slug)
	return &reason
}

// typeName is the portal's name of a type.
func (f *Format) typeName(slug string) string {
	return cmp.Or(f.cfg.Types[slug], portals.KyeroTypes[slug])
}

// Encode implements channels.Kind.
func (f *Format) Encode(l *channels.Listing) ([]byte, []channels.Reason) {
	var reasons []channels.Reason
	kind := f.typeName(l.Type)
	if l.Amount > maxPrice {
		reasons = append(reasons, channels.Reasonf("price", "Its price has more than eight digits, which the portal cannot show."))
	}
	if currency := l.Currency; currency != "" && currency != "EUR" && currency != "GBP" && currency != "USD" {
		reasons = append(reasons, channels.Reasonf("price", "Its price is in %s: the portal takes euros, pounds and dollars.", currency))
	}
	if n := len([]rune(l.Reference)); n == 0 || n > maxReference {
		reasons = append(reasons, channels.Reasonf("reference", "It has no reference of up to 255 characters: enter one."))
	}
	if len(reasons) > 0 {
		return nil, reasons
	}
	w := &writer{}
	w.open("property", "")
	w.text("id", strconv.Itoa(l.ID))
	w.raw("date", string(rune(channels.DateMark)))
	w.text("ref", l.Reference)
	price := strconv.Itoa(l.Amount)
	if l.OnAsk {
		price = "x"
	}
	w.text("price", price)
	if l.Currency != "" {
		w.text("currency", l.Currency)
	}
	frequency := "sale"
	if l.Rent {
		frequency = "month"
	}
	w.text("price_freq", frequency)
	w.flag("part_ownership", l.Tenure == content.TenurePartOwnership)
	w.flag("leasehold", l.Tenure == content.TenureLeasehold)
	w.flag("new_build", l.NewBuild)
	w.text("type", kind)
	w.text("town", l.Town)
	w.text("province", l.Province)
	w.text("country", cmp.Or(portals.CountryName(l.Country), f.cfg.Country))
	if l.Lat != 0 || l.Lng != 0 {
		w.open("location", "")
		w.text("latitude", degrees(l.Lat))
		w.text("longitude", degrees(l.Lng))
		w.close("location")
	}
	if l.Area != "" {
		w.text("location_detail", channels.Shorten(l.Area, 50))
	}
	w.text("beds", strconv.Itoa(l.Beds))
	w.text("baths", strconv.Itoa(l.Baths))
	w.flag("pool", slices.ContainsFunc(l.Features, func(feature string) bool { return strings.Contains(feature, "pool") }))
	f.surface(w, l)
	f.energy(w, l)
	f.languages(w, "url", l.URLs, maxAddress)
	f.languages(w, "desc", l.Descriptions, 0)
	features(w, l)
	pictures(w, l)
	if len(l.Video) > 0 && len(l.Video) <= maxAddress {
		w.text("video_url", l.Video)
	}
	if len(l.Tour) > 0 && len(l.Tour) <= maxAddress {
		w.text("virtual_tour_url", l.Tour)
	}
	if reference := cadastral(l.Cadastral); reference != "" {
		w.text("catastral", reference)
	}
	f.contacts(w, l)
	f.dialect(w, l)
	w.close("property")
	return w.b.Bytes(), nil
}

func (f *Format) surface(w *writer, l *channels.Listing) {
	terrace := 0
	if f.cfg.Resales {
		terrace = l.Terrace
	}
	if l.Built == 0 && l.Plot == 0 && terrace == 0 {
		return
	}
	w.open("surface_area", "")
	for _, size := range []struct {
		name string
		m2   int
	}{{"built", l.Built}, {"plot", l.Plot}, {"terrace", terrace}} {
		if size.m2 > 0 {
			w.text(size.name, strconv.Itoa(size.m2))
		}
	}
	w.close("surface_area")
}

// energy writes the label; X stands for a label that is pending or not required.
func (f *Format) energy(w *writer, l *channels.Listing) {
	or := func(class string) string {
		if class == "" {
			return "X"
		}
		return class
	}
	w.open("energy_rating", "")
	w.text("consumption", or(l.Energy.Consumption))
	w.text("emissions", or(l.Energy.Emissions))
	w.close("energy_rating")
}

func (f *Format) languages(w *writer, name string, texts map[i18n.Lang]string, limit int) {
	w.open(name, "")
	for _, lang := range languages {
		if text := texts[lang]; text != "" && (limit == 0 || len(text) <= limit) {
			w.text(string(lang), text)
		}
	}
	w.close(name)
}

func features(w *writer, l *channels.Listing) {
	var names []string
	add := func(name string) {
		if name = channels.Shorten(name, maxFeatureRunes); name != "" && len(names) < maxFeatures && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	for _, feature := range l.Features {
		add(channels.FeatureName(feature))
	}
	if l.Orientation != "" {
		add("Orientation " + l.Orientation)
	}
	if l.Registration != "" && len(l.Registration) <= maxFeatureRunes {
		add(l.Registration)
	}
	if len(names) == 0 {
		return
	}
	w.open("features", "")
	for _, name := range names {
		w.text("feature", name)
	}
	w.close("features")
}

func pictures(w *writer, l *channels.Listing) {
	w.open("images", "")
	for i, picture := range l.Pictures[:min(len(l.Pictures), maxPictures)] {
		w.open("image", fmt.Sprintf(` id="%d"`, i+1))
		w.text("url", picture.URL)
		if picture.Label == content.ImagePlan {
			w.open("tags", "")
			w.text("tag", "floorplan")
			w.close("tags")
		}
		w.close("image")
	}
	w.close("images")
}

func (f *Format) contacts(w *writer, l *channels.Listing) {
	if f.cfg.Email != "" {
		w.text("email", f.cfg.Email)
	}
	w.flag("prime", l.Premium)
	if f.cfg.Phone != "" {
		w.text("contact_number", f.cfg.Phone)
	}
	if f.cfg.WhatsApp != "" {
		w.text("whatsapp_number", f.cfg.WhatsApp)
	}
}

// dialect writes the elements that only Resales-Online reads.
func (f *Format) dialect(w *writer, l *channels.Listing) {
	if !f.cfg.Resales {
		return
	}
	if reference := cadastral(l.Cadastral); reference != "" {
		w.text("cadastralRef", reference)
	}
	if c := l.Commission; c != nil {
		w.open("commission", "")
		w.text("value", strconv.FormatFloat(c.Value, 'f', -1, 64))
		w.text("split", strconv.FormatFloat(c.Split, 'f', -1, 64))
		w.close("commission")
	}
	if line := l.Address.Line(); line != "" {
		w.text("address", line)
	}
	if l.Floor != "" {
		w.text("floor", l.Floor)
	}
}

// cadastral is a cadastral reference without spaces, "" for one of another length.
func cadastral(text string) string {
	if text = strings.ReplaceAll(text, " ", ""); len(text) == 20 {
		return text
	}
	return ""
}

func degrees(d float64) string { return strconv.FormatFloat(math.Round(d*1e5)/1e5, 'f', -1, 64) }

// Write implements channels.Kind. The time of the file is not part of it, so that equal content is an
// equal file.
func (f *Format) Write(out io.Writer, items []channels.Item, _ time.Time) error {
	w := &writer{}
	w.b.WriteString(xml.Header)
	w.b.WriteString("<root>\n<kyero>\n<feed_version>3</feed_version>\n</kyero>\n")
	a := f.cfg.Agency()
	w.open("agent", "")
	for _, field := range []struct{ name, text string }{{"name", a.Name}, {"email", a.Email}, {"tel", a.Phone}, {"addr1", a.Address}} {
		if field.text != "" {
			w.text(field.name, field.text)
		}
	}
	w.close("agent")
	if _, err := out.Write(w.b.Bytes()); err != nil {
		return err
	}
	for _, item := range items {
		before, after, _ := bytes.Cut(item.Body, []byte{channels.DateMark})
		for _, part := range [][]byte{before, []byte(item.Date.UTC().Format(dateLayout)), after} {
			if _, err := out.Write(part); err != nil {
				return err
			}
		}
	}
	_, err := io.WriteString(out, "</root>\n")
	return err
}

// writer writes elements, one a line.
type writer struct{ b bytes.Buffer }

func (w *writer) open(name, attributes string) { w.b.WriteString("<" + name + attributes + ">\n") }
func (w *writer) close(name string)            { w.b.WriteString("</" + name + ">\n") }
func (w *writer) raw(name, text string) {
	w.b.WriteString("<" + name + ">" + text + "</" + name + ">\n")
}

func (w *writer) text(name, text string) {
	w.b.WriteString("<" + name + ">")
	_ = xml.EscapeText(&w.b, []byte(text)) // a buffer takes everything; line breaks become references
	w.b.WriteString("</" + name + ">\n")
}

// flag writes 1 for true. The format reads 0 as unknown, so false is left out.
func (w *writer) flag(name string, on bool) {
	if on {
		w.text(name, "1")
	}
}
