package app

import (
	"encoding/xml"
	"errors"
	"image"
	"image/jpeg"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"estate/internal/agency/feeds/engine"
	"estate/internal/app/config"
	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/store"
)

// everyElement is a feed of our own with every element of Kyero V3 and of the dialect of Resales-Online.
const everyElement = "../agency/feeds/kyero/testdata/every-element.xml"

// notEqual are the elements that do not leave as they came, with the pattern of what leaves ("" for
// nothing) and the reason. Every other element must be equal.
var notEqual = map[string]struct{ leaves, reason string }{
	"id":                        {`^1\d{9}$`, "the number of the site stays for life; the key of the source is private"},
	"date":                      {`^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$`, "it moves when and only when the bytes that leave change"},
	"type":                      {`^(Villa|Apartment|Plot)$`, "the portal's name of the site's type"},
	"subtype":                   {"", "not of the import format; it chooses type and title"},
	"country":                   {`^Spain$`, "without the element the format means Spain"},
	"currency":                  {`^EUR$`, "prices are converted to the currency of the site; without the element the format means EUR"},
	"postcode":                  {"", "not of the import format; part of the address in the dialect of Resales-Online"},
	"location_id":               {"", "not of the import format; an id of the sender"},
	"title/en":                  {"", "the format has no title"},
	"title/es":                  {"", "the format has no title"},
	"desc/nl":                   {"", "not a declared language of the site"},
	"url/en":                    {`^` + regexp.QuoteMeta(publicSite) + `/properties/[a-z0-9-]+/$`, "the page of this site"},
	"url/es":                    {`^` + regexp.QuoteMeta(publicSite) + `/es/properties/[a-z0-9-]+/$`, "the page of this site"},
	"features/feature":          {`^(Pool|Sea views|Garage)$`, "features that the table of terms knows; the others are listed for the agency"},
	"images/image/url":          {`^` + regexp.QuoteMeta(publicSite) + `/media/.+\.jpg$`, "a copy on this site with an address that never changes"},
	"notes":                     {"", "private"},
	"commission/notes":          {"", "private"},
	"email":                     {`^leads@example\.test$`, "enquiries come to the contact of the channel"},
	"contact_number":            {`^\+34 952 000 000$`, "enquiries come to the contact of the channel"},
	"whatsapp_number":           {`^\+34 952 000 001$`, "enquiries come to the contact of the channel"},
	"address":                   {`^Calle Ancha 12, 29602$`, "with the postcode, which the dialect has no element for"},
	"energy_rating/consumption": {`^[DX]$`, "it is always there: X where there is no label, as for land"},
	"energy_rating/emissions":   {`^[EX]$`, "it is always there: X where there is no label, as for land"},
}

// TestAKyeroFeedSurvivesTheRoundTrip reads a Kyero feed into a site and compares it with the Kyero file
// that the site gives to a portal.
func TestAKyeroFeedSurvivesTheRoundTrip(t *testing.T) {
	pictures := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_ = jpeg.Encode(w, image.NewGray(image.Rect(0, 0, 1600, 1200)), &jpeg.Options{Quality: 1})
	}))
	defer pictures.Close()
	text, err := os.ReadFile(everyElement)
	if err != nil {
		t.Fatal(err)
	}
	came := strings.ReplaceAll(string(text), "https://pictures.example", pictures.URL)
	feed := filepath.Join(t.TempDir(), "feed.xml")
	if err := os.WriteFile(feed, []byte(came), 0o600); err != nil {
		t.Fatal(err)
	}
	app, server := startSite(t, func(s *config.Settings) {
		s.CMS.Rates = map[string]float64{"GBP": 1} // so that amounts can be compared
		s.Feeds = []config.Feed{{
			Name: "crm", Kind: config.FeedKyero, Address: feed, ExactPositions: true, PrivateHosts: []string{strings.TrimPrefix(pictures.URL, "http://")},
		}}
		s.Channels = []config.Channel{{
			Name: "portal", Kind: "kyero", Dialect: "resales", OnAsk: true, Commission: true, Premium: 1, MinPictures: new(1), References: []string{"RT-1", "RT-2", "RT-3", "RT-4"},
			Languages: []i18n.Lang{"en", "es", "de"}, Email: "leads@example.test", Phone: "+34 952 000 000", WhatsApp: "+34 952 000 001",
		}}
		s.FillDefaults()
	})
	report, err := app.feeds.Run(t.Context(), "crm", engine.Options{})
	if err != nil || report.Added != 4 || report.Skipped != 0 || report.Pictures != 6 {
		t.Fatalf("%+v, %v", report, err)
	}
	channel := app.channels.list[0]
	sent := func() map[string]map[string][]string {
		t.Helper()
		if !app.channels.publish(t.Context(), channel, time.Now()) {
			t.Fatalf("%+v", channel.publisher.Status())
		}
		_, body := get(t, server, strings.TrimPrefix(channel.publisher.Status().Address, publicSite))
		return kyeroElements(t, body)
	}
	if hidden := sent()["RT-1"]; hidden["address"] != nil || hidden["catastral"] != nil || hidden["cadastralRef"] != nil {
		t.Error("an address that the agency has not shown leaves")
	}
	showAddress(t, app.store, "RT-1")

	before, after := kyeroElements(t, came), sent()
	if left := after["RT-4"]; left != nil {
		t.Error("a price by the week, which the format cannot express, leaves")
	}
	delete(before, "RT-4")
	compared := map[string]bool{}
	for _, reference := range slices.Sorted(maps.Keys(before)) {
		elements := maps.Clone(before[reference])
		for element := range after[reference] {
			if _, ok := elements[element]; !ok {
				elements[element] = nil
			}
		}
		for _, element := range slices.Sorted(maps.Keys(elements)) {
			compared[element] = true
			checkElement(t, reference, element, before[reference][element], after[reference][element])
		}
	}
	for element := range notEqual {
		if !compared[element] {
			t.Errorf("%s is not in the feed: the exception has no use", element)
		}
	}
}

func checkElement(t *testing.T, reference, element string, before, after []string) {
	t.Helper()
	exception, ok := notEqual[element]
	switch {
	case !ok && !slices.Equal(before, after):
		t.Errorf("%s %s: %q leaves as %q", reference, element, before, after)
	case ok && exception.leaves == "" && len(after) > 0:
		t.Errorf("%s %s: %q leaves although: %s", reference, element, after, exception.reason)
	case ok && exception.leaves != "" && len(before) > 0 && len(after) == 0:
		t.Errorf("%s %s: %q does not leave", reference, element, before)
	case ok && exception.leaves != "":
		for _, value := range after {
			if !regexp.MustCompile(exception.leaves).MatchString(value) {
				t.Errorf("%s %s: %q does not match %s (%s)", reference, element, value, exception.leaves, exception.reason)
			}
		}
	}
}

// showAddress does what an editor does who shows the whole address of a property.
func showAddress(t *testing.T, st *store.Store, reference string) {
	t.Helper()
	err := st.Write(t.Context(), func(b *store.Batch) error {
		return st.PublishedProperties(t.Context(), func(p *content.Property) error {
			if p.Reference != reference {
				return nil
			}
			p.Address.Visibility = content.AddressFull
			return b.Put(p)
		})
	})
	if err != nil {
		t.Fatal(err)
	}
}

// kyeroElements are the values of the elements of a file by the public reference and the path of the
// element, without those that have no text.
func kyeroElements(t *testing.T, file string) map[string]map[string][]string {
	t.Helper()
	all := map[string]map[string][]string{}
	decoder := xml.NewDecoder(strings.NewReader(file))
	var path []string
	var text strings.Builder
	property := map[string][]string{}
	for {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			return all
		}
		if err != nil {
			t.Fatal(err)
		}
		switch token := token.(type) {
		case xml.StartElement:
			path = append(path, token.Name.Local)
			text.Reset()
			for _, attr := range token.Attr {
				if len(path) > 2 {
					name := strings.Join(path[2:], "/") + "@" + attr.Name.Local
					property[name] = append(property[name], attr.Value)
				}
			}
		case xml.CharData:
			text.Write(token)
		case xml.EndElement:
			if value := strings.TrimSpace(text.String()); value != "" && len(path) > 2 && path[1] == "property" {
				name := strings.Join(path[2:], "/")
				property[name] = append(property[name], value)
			}
			text.Reset()
			if path = path[:len(path)-1]; len(path) == 1 && token.Name.Local == "property" {
				all[property["ref"][0]] = property
				property = map[string][]string{}
			}
		}
	}
}
