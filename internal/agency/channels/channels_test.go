package channels_test

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"estate/internal/agency/channels"
	"estate/internal/agency/channels/idealista"
	"estate/internal/agency/channels/kyero"
	"estate/internal/agency/demo"
	"estate/internal/content"
	"estate/internal/content/i18n"
)

// customer is a code of the form that idealista gives.
const customer = "ilcabcdefghij0123456789abcdefghij0123456789"

func site() *channels.Site {
	return &channels.Site{
		URL:    "https://www.example.test",
		Offers: map[int]string{3: "for-sale", 10: "for-rent", 12: "for-holidays"},
		Types:  map[int]string{7: "apartments", 15: "villas", 81: "houses", 100: "country-properties", 45: "plots-and-lands", 96: "commercials", 158: "unique-buildings", 74: "other"},
		Places: places(),
		Picture: func(image *content.Image) string {
			if image.Width < 1280 || image.Height < 960 {
				return ""
			}
			return strings.TrimSuffix(image.URL, filepath.Ext(image.URL)) + "-1600.jpg"
		},
	}
}

func agency() channels.Agency {
	return channels.Agency{Name: "Agencia & Söhne <1>", Email: "office@example.test", Phone: "+34 952 000 000"}
}

var places = sync.OnceValue(func() map[int]string {
	agency, err := demo.Agency()
	if err != nil {
		panic(err)
	}
	names := map[int]string{}
	for _, term := range agency.Terms {
		names[term.ID] = term.Name[i18n.LangEN]
	}
	return names
})

// formats are the formats under test, by name.
func formats() map[string]channels.Config {
	return map[string]channels.Config{
		"kyero":     {Name: "kyero", Kind: kyero.New(kyero.Config{Agency: agency, Email: "leads@example.test"}), Premium: 7, MinPictures: 1},
		"resales":   {Name: "resales", Kind: kyero.New(kyero.Config{Agency: agency, Resales: true}), Commission: true, MinPictures: 1},
		"onask":     {Name: "onask", Kind: kyero.New(kyero.Config{Agency: agency}), OnAsk: true, MinPictures: 1},
		"idealista": {Name: "idealista", Kind: idealista.New(idealista.Config{Customer: customer, Agency: agency}), MinPictures: 1},
	}
}

// The secrets that stock puts into properties. None may leave.
const (
	secretText  = "SECRET"
	sharedRef   = "SHAREDREF"
	secretPrice = 77_770_000 // and above: amounts of prices on ask
)

// stock are generated properties with private data, hostile texts, and all states.
func stock(n int) []*content.Property {
	r := rand.New(rand.NewPCG(5, 6))
	hostile := []string{"", "<script>alert(1)</script> & more", "]]> &amp; \u0007 bell", strings.Repeat("Long text, very long. ", 400), "línea\nsegunda\r\ntercera 🏡"}
	list := make([]*content.Property, 0, n)
	for p := range demo.Generate(n, 3) {
		p := *p
		p.Private = &content.Private{Note: secretText + "-note", Lister: secretText + "-lister", Commission: &content.Commission{Value: 5, Split: 50, Note: secretText + "-commission"}}
		p.Locks = []string{"title"}
		p.Origin = &content.Origin{System: secretText + "-system", Key: secretText + "-key"}
		switch r.IntN(10) {
		case 0:
			p.Origin.Shared, p.Reference = true, sharedRef+strconv.Itoa(p.ID)
		case 1:
			p.Price.OnAsk, p.Price.Amount, p.Price.Previous = true, secretPrice+p.ID, secretPrice+p.ID
		case 2:
			p.Availability = content.Availabilities[r.IntN(len(content.Availabilities))]
		case 3:
			p.Energy = nil
		case 4:
			p.Protected, p.Reference = true, sharedRef+strconv.Itoa(p.ID)
		}
		visibility := []content.AddressVisibility{content.AddressFull, content.AddressStreet, content.AddressHidden, "", "odd"}[r.IntN(5)]
		p.Address = &content.Address{Street: "Street", Number: "12", Postcode: "29602", Visibility: visibility}
		p.CadastralReference = "9872023VH5797S0001WX"
		switch visibility {
		case content.AddressFull:
		case content.AddressStreet:
			p.Address.Number, p.CadastralReference = secretText+"-number", secretText+"-cadastral-12"
		default:
			p.Address.Street, p.Address.Number, p.Address.Postcode, p.CadastralReference = secretText+"-street", secretText+"-number", secretText+"-code", secretText+"-cadastral-12"
		}
		p.Description = i18n.Text{i18n.LangEN: p.Description[i18n.LangEN] + hostile[r.IntN(len(hostile))], i18n.LangES: p.Description[i18n.LangES] + hostile[r.IntN(len(hostile))]}
		if r.IntN(20) == 0 {
			p.Reference += " <&\"'> \x01" + hostile[4]
		}
		if r.IntN(30) == 0 {
			p.Title[i18n.LangEN] = hostile[1]
		}
		p.Features = append(slices.Clone(p.Features), hostile[r.IntN(len(hostile))])
		list = append(list, &p)
	}
	return list
}

func written(t testing.TB, cfg channels.Config, properties []*content.Property) (*channels.Plan, []byte) {
	t.Helper()
	if cfg.Languages == nil {
		cfg.Languages = i18n.Filled
	}
	plan := cfg.Plan(site(), properties)
	var b bytes.Buffer
	for i := range plan.Items {
		plan.Items[i].Date = time.Date(2026, time.March, 4, 5, 59, 7, 0, time.UTC)
	}
	if err := cfg.Kind.Write(&b, plan.Items, time.Date(2026, time.November, 22, 12, 0, 0, 0, time.UTC)); err != nil {
		t.Fatal(err)
	}
	return plan, b.Bytes()
}

// TestNothingPrivateLeaves: of generated properties no shared one, hidden address, private note or
// amount of a price on ask is in any file.
func TestNothingPrivateLeaves(t *testing.T) {
	properties := stock(3000)
	for name, cfg := range formats() {
		t.Run(name, func(t *testing.T) {
			plan, text := written(t, cfg, properties)
			if len(plan.Items) < 500 || len(plan.Items)+len(plan.LeftOut) != len(properties) {
				t.Fatalf("%d sent, %d left out of %d", len(plan.Items), len(plan.LeftOut), len(properties))
			}
			for _, secret := range []string{secretText, sharedRef, "-note", "-key"} {
				if at := bytes.Index(text, []byte(secret)); at >= 0 {
					t.Fatalf("%s leaves: … %s …", secret, text[max(0, at-200):min(len(text), at+100)])
				}
			}
			if found := regexp.MustCompile(`\b77[78]\d{5}\b`).Find(text); found != nil {
				t.Errorf("the amount %s of a price on ask leaves", found)
			}
			for _, left := range plan.LeftOut {
				if len(left.Reasons) == 0 || left.Reasons[0].Text == "" {
					t.Errorf("property %d is left out without a reason", left.ID)
				}
			}
		})
	}
}

// TestKyeroFilesAreValid checks 10,000 generated properties against the format: order of elements, patterns, limits, one
// element a line, no CDATA.
func TestKyeroFilesAreValid(t *testing.T) {
	for _, name := range []string{"kyero", "resales", "onask"} {
		_, text := written(t, formats()[name], stock(10_000))
		if bytes.Contains(text, []byte("CDATA")) || bytes.Contains(text, []byte{0}) {
			t.Errorf("%s: CDATA or a mark is in the file", name)
		}
		for i, line := range bytes.Split(text, []byte("\n")) {
			if bytes.Count(line, []byte("<")) > 2 || !bytes.HasPrefix(line, []byte("<")) && len(line) > 0 {
				t.Fatalf("%s: line %d has more than one element: %.200s", name, i+1, line)
			}
		}
		checkKyero(t, text, name == "resales")
	}
}

// kyeroOrder is the order of the elements of a property. Those with a * may be absent.
var kyeroOrder = strings.Fields("id date ref price currency* price_freq part_ownership* leasehold* new_build* type town province country* location* " +
	"location_detail* beds baths pool* surface_area* energy_rating* url desc features* images video_url* virtual_tour_url* catastral* email* prime* " +
	"contact_number* whatsapp_number* cadastralRef* commission* address* floor*")

var kyeroPatterns = map[string]*regexp.Regexp{
	"id": regexp.MustCompile(`^[0-9A-Za-z]{1,50}$`), "date": regexp.MustCompile(`^(19|20)\d\d-\d\d-\d\d \d\d:\d\d:\d\d$`), "ref": regexp.MustCompile(`^(?s).{1,255}$`),
	"price": regexp.MustCompile(`^(\d{1,8}|x)$`), "currency": regexp.MustCompile(`^(EUR|GBP|USD)$`), "price_freq": regexp.MustCompile(`^(sale|month)$`),
	"type": regexp.MustCompile(`^[A-Za-z& ()/-]{3,}$`), "town": regexp.MustCompile(`.`), "province": regexp.MustCompile(`.`), "country": regexp.MustCompile(`^.{1,50}$`),
	"beds": regexp.MustCompile(`^\d+$`), "baths": regexp.MustCompile(`^\d+$`), "catastral": regexp.MustCompile(`^\S{20}$`), "location_detail": regexp.MustCompile(`^.{1,50}$`),
	"pool": regexp.MustCompile(`^[01]$`), "prime": regexp.MustCompile(`^[01]$`), "new_build": regexp.MustCompile(`^[01]$`),
}

type element struct {
	XMLName  xml.Name
	ID       string    `xml:"id,attr"`
	Text     string    `xml:",chardata"`
	Children []element `xml:",any"`
}

func checkKyero(t *testing.T, text []byte, resales bool) {
	t.Helper()
	var root element
	if err := xml.Unmarshal(text, &root); err != nil {
		t.Fatal(err)
	}
	if root.XMLName.Local != "root" || root.Children[0].XMLName.Local != "kyero" || root.Children[0].Children[0].Text != "3" || root.Children[1].XMLName.Local != "agent" {
		t.Fatalf("the head is wrong: %.200s", text)
	}
	ids, prime := map[string]bool{}, 0
	for _, p := range root.Children[2:] {
		fail := func(format string, args ...any) {
			t.Helper()
			t.Fatalf("property %s: %s", p.Children[0].Text, fmt.Sprintf(format, args...))
		}
		next := 0
		for _, child := range p.Children {
			name := child.XMLName.Local
			for next < len(kyeroOrder) && strings.TrimSuffix(kyeroOrder[next], "*") != name {
				if !strings.HasSuffix(kyeroOrder[next], "*") {
					fail("%s is missing before %s", kyeroOrder[next], name)
				}
				next++
			}
			if next == len(kyeroOrder) {
				fail("%s is unknown or not in order", name)
			}
			next++
			if pattern := kyeroPatterns[name]; pattern != nil && !pattern.MatchString(child.Text) {
				fail("%s is %q", name, child.Text)
			}
			checkKyeroChild(fail, &child, resales)
		}
		if ids[p.Children[0].Text] {
			fail("the id is twice in the file")
		}
		ids[p.Children[0].Text] = true
		if slices.ContainsFunc(p.Children, func(c element) bool { return c.XMLName.Local == "prime" }) {
			prime++
		}
	}
	if prime > 7 {
		t.Errorf("%d premium slots are used, the quota is 7", prime)
	}
}

func checkKyeroChild(fail func(string, ...any), child *element, resales bool) {
	names := map[string]int{}
	for _, inner := range child.Children {
		names[inner.XMLName.Local]++
		switch child.XMLName.Local {
		case "energy_rating":
			if !regexp.MustCompile(`^[A-GX]$`).MatchString(inner.Text) {
				fail("energy %q", inner.Text)
			}
		case "url":
			if !strings.HasPrefix(inner.Text, "https://") || len(inner.Text) > 255 {
				fail("url %q", inner.Text)
			}
		case "features":
			if n := len([]rune(inner.Text)); n == 0 || n > 35 {
				fail("feature %q", inner.Text)
			}
		case "images":
			if !regexp.MustCompile(`^https://.*\.jpg$`).MatchString(inner.Children[0].Text) || inner.ID != strconv.Itoa(names["image"]) {
				fail("image %+v", inner)
			}
		case "surface_area":
			if inner.XMLName.Local == "terrace" && !resales {
				fail("a terrace is no element of Kyero")
			}
		}
	}
	if (child.XMLName.Local == "url" || child.XMLName.Local == "desc") && (names["en"] != 1 || names["es"] != 1) {
		fail("%s has the languages %v", child.XMLName.Local, names)
	}
	if names["image"] > 50 || names["feature"] > 50 {
		fail("too many images or features")
	}
	if child.XMLName.Local == "location" && (names["latitude"] != 1 || names["longitude"] != 1) {
		fail("half a location")
	}
}

// TestIdealistaFilesAreValid checks 10,000 generated properties against the format.
func TestIdealistaFilesAreValid(t *testing.T) {
	plan, text := written(t, formats()["idealista"], stock(10_000))
	var file struct {
		Country    string           `json:"customerCountry"`
		Code       string           `json:"customerCode"`
		SendDate   string           `json:"customerSendDate"`
		Contact    map[string]any   `json:"customerContact"`
		Properties []map[string]any `json:"customerProperties"`
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&file); err != nil {
		t.Fatal(err)
	}
	if file.Country != "Spain" || file.Code != customer || file.SendDate != "2026/11/22 12:00:00" || len(file.Properties) != len(plan.Items) {
		t.Fatalf("head: %+v with %d properties", file.Code, len(file.Properties))
	}
	integer := func(value any, low, high float64) bool {
		n, ok := value.(float64)
		return ok && n == float64(int(n)) && n >= low && n <= high
	}
	runes := func(value any, most int) bool {
		s, ok := value.(string)
		return ok && len([]rune(s)) <= most && s != "" && !strings.Contains(s, "\n")
	}
	allowed := strings.Fields("featuresType featuresAreaConstructed featuresAreaPlot featuresAreaUsable featuresBathroomNumber featuresBedroomNumber featuresBuiltYear " +
		"featuresEnergyCertificatePerformance featuresEnergyCertificateRating featuresEnergyCertificateEmissionsRating featuresEnergyCertificateEmissionsValue " +
		"featuresOrientationNorth featuresOrientationSouth featuresOrientationWest featuresOrientationEast featuresPool featuresTerrace " +
		"featuresShortTermLicense featuresShortTermLicenseNational featuresCadastralReference")
	for _, p := range file.Properties {
		features, _ := p["propertyFeatures"].(map[string]any)
		operation, _ := p["propertyOperation"].(map[string]any)
		address, _ := p["propertyAddress"].(map[string]any)
		for name := range features {
			if !slices.Contains(allowed, name) {
				t.Fatalf("%v: unknown feature %s", p["propertyCode"], name)
			}
		}
		_, hasEmissions := features["featuresEnergyCertificateEmissionsRating"]
		_, hasValue := features["featuresEnergyCertificateEmissionsValue"]
		_, positioned := address["addressCoordinatesLatitude"]
		precision, precise := address["addressCoordinatesPrecision"]
		_, street := address["addressStreetName"]
		_, number := address["addressStreetNumber"]
		switch {
		case !runes(p["propertyCode"], 50), !runes(p["propertyReference"], 50), p["propertyVisibility"] != "idealista":
		case operation["operationType"] != "sale" && operation["operationType"] != "rent", !integer(operation["operationPrice"], 1, 999_999_999):
		case operation["operationPriceCommunity"] != nil && (!integer(operation["operationPriceCommunity"], 1, 9999) || operation["operationType"] != "sale"):
		case !slices.Contains([]any{"flat", "house", "rustic"}, features["featuresType"]):
		case !integer(features["featuresAreaConstructed"], 1, 999_999), !integer(features["featuresBathroomNumber"], 1, 99), !integer(features["featuresBedroomNumber"], 1, 99):
		case !slices.Contains([]any{"A", "B", "C", "D", "E", "F", "G", "exempt", "inProcess"}, features["featuresEnergyCertificateRating"]), hasValue && !hasEmissions:
		case address["addressCountry"] != "Spain", !slices.Contains([]any{"full", "street", "hidden"}, address["addressVisibility"]):
		case !street && !positioned, number && !street, positioned != precise, address["addressVisibility"] == "hidden" && (street || precision == "exact"):
		case !valid(t, p):
		default:
			continue
		}
		t.Fatalf("invalid: %v", p)
	}
}

// valid checks descriptions and pictures.
func valid(t *testing.T, p map[string]any) bool {
	t.Helper()
	descriptions, _ := p["propertyDescriptions"].([]any)
	images, _ := p["propertyImages"].([]any)
	for _, d := range descriptions {
		text := d.(map[string]any)["descriptionText"].(string)
		if n := len([]rune(text)); n == 0 || n > 4000 {
			return false
		}
	}
	for i, one := range images {
		image := one.(map[string]any)
		if image["imageOrder"] != float64(i+1) || !strings.HasPrefix(image["imageUrl"].(string), "https://") {
			return false
		}
	}
	return len(descriptions) > 0 && len(images) > 0 && len(images) <= 200
}

// TestDatesMoveWithTheBytes: the date of a property moves when and only when what is sent of it changes.
func TestDatesMoveWithTheBytes(t *testing.T) {
	folder := t.TempDir()
	cfg := formats()["kyero"]
	p, err := channels.Open(folder, cfg)
	if err != nil {
		t.Fatal(err)
	}
	properties := stock(40)
	dates := func(now time.Time) map[string]string {
		t.Helper()
		if err := p.Publish(t.Context(), p.Config().Plan(site(), properties), now, ""); err != nil {
			t.Fatal(err)
		}
		found := map[string]string{}
		for _, match := range regexp.MustCompile(`<id>(\d+)</id>\n<date>([^<]*)<`).FindAllStringSubmatch(string(current(t, p)), -1) {
			found[match[1]] = match[2]
		}
		return found
	}
	first := dates(time.Now())
	if len(first) == 0 {
		t.Fatal("nothing was sent")
	}
	changed := ""
	for _, property := range properties {
		if first[strconv.Itoa(property.ID)] == "" {
			continue
		}
		property.Modified = property.Modified.AddDate(0, 0, 3)
		property.Private.Note, property.Locks = "another", nil // nothing that is sent
		if changed == "" {
			changed = strconv.Itoa(property.ID)
			property.Price.Amount++
		}
	}
	tag, _ := p.File()
	second := dates(time.Now().AddDate(0, 0, 1))
	for id, date := range second {
		if (date != first[id]) != (id == changed) {
			t.Errorf("property %s: date %s, before %s; changed is %s", id, date, first[id], changed)
		}
	}
	after, _ := p.File()
	if after.ETag == tag.ETag {
		t.Error("another file has the same ETag")
	}
	reopened, err := channels.Open(folder, cfg)
	if err != nil {
		t.Fatal(err)
	}
	p = reopened
	if third := dates(time.Now().AddDate(0, 0, 2)); fmt.Sprint(third) != fmt.Sprint(second) {
		t.Error("dates moved without a change")
	}
	if same, _ := p.File(); same.ETag != after.ETag {
		t.Error("an equal file was written again")
	}
}

func current(t testing.TB, p *channels.Publisher) []byte {
	t.Helper()
	file, ok := p.File()
	if !ok {
		t.Fatal("there is no file")
	}
	plain, err := os.ReadFile(file.Path)
	if err != nil {
		t.Fatal(err)
	}
	packed, err := os.Open(file.Compressed)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = packed.Close() }()
	reader, err := gzip.NewReader(packed)
	if err != nil {
		t.Fatal(err)
	}
	if same, err := io.ReadAll(reader); err != nil || !bytes.Equal(same, plain) {
		t.Fatalf("the compressed file differs: %v", err)
	}
	return plain
}

// TestLargeDropsAreHeld: a file that loses many properties, or all, waits for a person.
func TestLargeDropsAreHeld(t *testing.T) {
	folder := t.TempDir()
	p, err := channels.Open(folder, formats()["kyero"])
	if err != nil {
		t.Fatal(err)
	}
	properties := stock(100)
	publish := func(list []*content.Property) channels.Status {
		t.Helper()
		if err := p.Publish(t.Context(), p.Config().Plan(site(), list), time.Now(), "https://www.example.test/x"); err != nil {
			t.Fatal(err)
		}
		return p.Status()
	}
	if status := publish(nil); status.Held == "" {
		t.Error("an empty first file was published")
	}
	whole := publish(properties)
	for name, list := range map[string][]*content.Property{"none": nil, "half": properties[:50]} {
		if status := publish(list); status.Held == "" || status.Sent != whole.Sent {
			t.Errorf("%s: %+v", name, status)
		}
	}
	if read, err := channels.ReadStatus(folder, "kyero"); err != nil || read.Held == "" {
		t.Errorf("status = %+v, %v", read, err)
	}
	if err := channels.Accept(folder, "kyero"); err != nil {
		t.Fatal(err)
	}
	if status := publish(properties[:50]); status.Held != "" || status.Sent >= whole.Sent {
		t.Errorf("confirmed: %+v", status)
	}
	if status := publish(properties[:10]); status.Held == "" {
		t.Error("a confirmation was used twice")
	}
	others := make([]*content.Property, 0, 50) // as many properties with other numbers
	for _, property := range properties[:50] {
		other := *property
		other.ID += 1_000_000
		others = append(others, &other)
	}
	if status := publish(others); status.Held == "" {
		t.Error("all properties of the file disappear, and others come: the file was published")
	}
	if err := channels.Accept(folder, "kyero"); err != nil { // for nothing: the file is as it was
		t.Fatal(err)
	}
	publish(properties[:50])
	if status := publish(properties[:10]); status.Held == "" {
		t.Error("an old confirmation was used for a later drop")
	}
}

// An explicit 0 is a limit, not the default.
func TestWithoutADropEveryRemovalWaits(t *testing.T) {
	cfg := formats()["kyero"]
	cfg.MaxDrop = new(0)
	p, err := channels.Open(t.TempDir(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	properties := stock(100)
	sent := p.Config().Plan(site(), properties)
	for _, tt := range []struct {
		name string
		gone int
		held bool
	}{{"the first file", 0, false}, {"one less", 1, true}, {"the same again", 0, false}} {
		plan := *sent
		plan.Items = slices.Clone(sent.Items[tt.gone:])
		if err := p.Publish(t.Context(), &plan, time.Now(), "https://www.example.test/x"); err != nil {
			t.Fatal(err)
		}
		if status := p.Status(); (status.Held != "") != tt.held {
			t.Errorf("%s: held %q", tt.name, status.Held)
		}
	}
}

func TestWithoutAMinimumPropertiesNeedNoPictures(t *testing.T) {
	bare := good(t)
	bare.Featured, bare.Gallery, bare.Plans = nil, nil, nil
	for pictures, out := range map[int]int{0: 0, 1: 1} {
		cfg := formats()["kyero"]
		cfg.Languages, cfg.MinPictures = i18n.Filled, pictures
		if plan := cfg.Plan(site(), []*content.Property{bare}); len(plan.LeftOut) != out {
			t.Errorf("min_pictures %d: left out %+v", pictures, plan.LeftOut)
		}
	}
}

// TestAnAgentIsNotSentToFieldsInVain: where a portal cannot take a type, no other field is asked for; on_ask is
// offered only where the format has it.
func TestAnAgentIsNotSentToFieldsInVain(t *testing.T) {
	plot := good(t)
	plot.Types, plot.BuiltSize, plot.Bedrooms, plot.Bathrooms, plot.Gallery = []int{45}, 0, 0, 0, nil
	cfg := formats()["idealista"]
	cfg.Languages = i18n.Filled
	if out := cfg.Plan(site(), []*content.Property{plot}).LeftOut; len(out) != 1 || len(out[0].Reasons) != 1 || out[0].Reasons[0].Field != "s_type" {
		t.Errorf("plot: %+v", out)
	}
	asked := good(t)
	asked.Price.OnAsk = true
	for kind, offers := range map[string]bool{"kyero": true, "idealista": false} {
		cfg := formats()[kind]
		cfg.Languages = i18n.Filled
		if out := cfg.Plan(site(), []*content.Property{asked}).LeftOut; len(out) != 1 || strings.Contains(out[0].Reasons[0].Text, "on_ask") != offers {
			t.Errorf("%s: %+v", kind, out)
		}
	}
}

// TestReasonsNameTheField: an agent learns what to fill.
func TestReasonsNameTheField(t *testing.T) {
	for _, tt := range []struct {
		name, field, word string
		change            func(*content.Property)
	}{
		{"shared", "source", "another agency", func(p *content.Property) { p.Origin = &content.Origin{Shared: true} }},
		{"sold", "availability", "sold", func(p *content.Property) { p.Badges = []content.Badge{content.BadgeSold} }},
		{"on ask", "price", "on ask", func(p *content.Property) { p.Price.OnAsk = true }},
		{"holiday price", "price", "per week", func(p *content.Property) { p.Price.Mode = content.PriceWeek }},
		{"no label", "energy", "energy label", func(p *content.Property) { p.Energy = nil }},
		{"one picture", "gallery", "It has 1 picture of", func(p *content.Property) { p.Gallery, p.Plans = nil, nil }},
		{"few pictures", "gallery", "no picture", func(p *content.Property) { p.Gallery, p.Featured = nil, nil }},
		{"hidden address", "address", "hidden", func(p *content.Property) { p.Address, p.Location = nil, nil }},
		{"no size", "built_size", "built size", func(p *content.Property) { p.BuiltSize = 0 }},
		{"holiday let", "s_offer", "holidays", func(p *content.Property) { p.Offers, p.Price.Mode = []int{12}, content.PriceMonth }},
		{"rent without its mode", "price", "offered for rent", func(p *content.Property) { p.Offers, p.Price.Mode = []int{10, 12}, content.PriceSale }},
		{"sale by the month", "price", "offered for sale", func(p *content.Property) { p.Offers, p.Price.Mode = []int{3}, content.PriceMonth }},
		{"country", "country", "in France", func(p *content.Property) { p.Country = "FR" }},
		{"plot", "s_type", "plots", func(p *content.Property) { p.Types = []int{45} }},
	} {
		p := good(t)
		tt.change(p)
		cfg := formats()["idealista"]
		cfg.Languages, cfg.MinPictures = i18n.Filled, 2
		plan := cfg.Plan(site(), []*content.Property{p})
		if len(plan.LeftOut) != 1 || plan.LeftOut[0].Reasons[0].Field != tt.field || !strings.Contains(plan.LeftOut[0].Reasons[0].Text, tt.word) {
			t.Errorf("%s: %+v", tt.name, plan.LeftOut)
		}
		if len(plan.LeftOut) == 1 {
			for _, reason := range plan.LeftOut[0].Reasons {
				if channels.FieldLabels[reason.Field] == "" {
					t.Errorf("%s: the field %q has no label", tt.name, reason.Field)
				}
			}
		}
	}
}

// TestAFilterNamesItsCriterion: an agency learns which setting leaves a property out.
func TestAFilterNamesItsCriterion(t *testing.T) {
	for setting, filter := range map[string]channels.Filter{
		"offers": {Offers: []int{999}}, "types": {Types: []int{999}}, "categories": {Categories: []int{999}}, "places": {Places: []int{999}},
		"collections": {Collections: []string{"none"}}, "references": {References: []string{"none"}}, "price_from": {PriceFrom: 1 << 40}, "price_to": {PriceTo: 1}, "": {PriceFrom: 1, Offers: []int{3, 10}},
	} {
		cfg := formats()["idealista"]
		cfg.Languages, cfg.Filter = i18n.Filled, filter
		plan := cfg.Plan(site(), []*content.Property{good(t)})
		if isOut := len(plan.LeftOut) == 1; isOut != (setting != "") || isOut && !strings.Contains(plan.LeftOut[0].Reasons[0].Text, ": change "+setting+" of the channel") {
			t.Errorf("%q: %+v", setting, plan.LeftOut)
		}
	}
}

// TestAPropertyHasItsOwnCountry: that of the property counts, else that of the channel.
func TestAPropertyHasItsOwnCountry(t *testing.T) {
	home := good(t)
	abroad := *home
	abroad.ID, abroad.Country = home.ID+1, "PT"
	for kind, want := range map[string][]string{
		"kyero": {"<country>Spain</country>", "<country>Portugal</country>"}, "idealista": {`"addressCountry":"Spain"`, `"addressCountry":"Portugal"`},
	} {
		_, file := written(t, formats()[kind], []*content.Property{home, &abroad})
		for _, country := range want {
			if n := strings.Count(string(file), country); n != 1 {
				t.Errorf("%s has %s %d times", kind, country, n)
			}
		}
	}
}

// TestAPostcodeIsAnAddress: idealista finds a property by its postcode alone.
func TestAPostcodeIsAnAddress(t *testing.T) {
	p := good(t)
	p.Location, p.Address = nil, &content.Address{Postcode: "29602", Visibility: content.AddressStreet}
	cfg := formats()["idealista"]
	cfg.Languages = i18n.Filled
	if plan := cfg.Plan(site(), []*content.Property{p}); len(plan.Items) != 1 || !strings.Contains(string(plan.Items[0].Body), `"addressPostalCode":"29602"`) {
		t.Errorf("%+v", plan.LeftOut)
	}
}

// good is a property that every channel takes.
func good(t *testing.T) *content.Property {
	t.Helper()
	agency, err := demo.Agency()
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range agency.Properties {
		cfg := formats()["idealista"]
		cfg.Languages = i18n.Filled
		if len(cfg.Plan(site(), []*content.Property{p}).Items) == 1 && !p.Price.OnAsk {
			return p
		}
	}
	t.Fatal("no property of the demo qualifies")
	return nil
}

// TestKilledWriterLeavesACompleteFile kills a process that writes files again and again.
func TestKilledWriterLeavesACompleteFile(t *testing.T) {
	if folder := os.Getenv("ESTATE_CHANNEL_WRITER"); folder != "" {
		p, err := channels.Open(folder, formats()["kyero"])
		if err != nil {
			t.Fatal(err)
		}
		properties := stock(300)
		for i := 0; ; i++ {
			if i == 1 {
				fmt.Println("the first file is written")
			}
			for _, property := range properties {
				property.Price.Amount++
			}
			if err := p.Publish(t.Context(), p.Config().Plan(site(), properties), time.Now(), ""); err != nil {
				t.Fatal(err)
			}
		}
	}
	if testing.Short() {
		t.Skip("kills ten processes")
	}
	folder := t.TempDir()
	r := rand.New(rand.NewPCG(9, 9))
	complete := 0
	for range 10 {
		cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestKilledWriterLeavesACompleteFile$")
		cmd.Env = append(os.Environ(), "ESTATE_CHANNEL_WRITER="+folder)
		output, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		if _, err := bufio.NewReader(output).ReadString('\n'); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration(r.IntN(300)) * time.Millisecond)
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		p, err := channels.Open(folder, formats()["kyero"])
		if err != nil {
			t.Fatal(err)
		}
		if _, ok := p.File(); ok {
			complete++
			if text := current(t, p); !bytes.HasSuffix(text, []byte("</root>\n")) {
				t.Fatalf("half a file: … %s", text[max(0, len(text)-100):])
			}
		}
	}
	if complete < 5 {
		t.Errorf("only %d of 10 processes wrote a file; the test shows little", complete)
	}
}

// BenchmarkPublish writes all channels of 10,000 properties.
func BenchmarkPublish(b *testing.B) {
	properties := stock(10_000)
	b.ResetTimer()
	for range b.N {
		folder := b.TempDir()
		for _, cfg := range formats() {
			p, err := channels.Open(folder, cfg)
			if err != nil {
				b.Fatal(err)
			}
			if err := p.Publish(b.Context(), p.Config().Plan(site(), properties), time.Now(), ""); err != nil {
				b.Fatal(err)
			}
		}
	}
}
