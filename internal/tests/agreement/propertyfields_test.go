package agreement

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"estate/internal/agency/demo"
	"estate/internal/cms/wordpress"
	"estate/internal/content"
	"estate/internal/store"
	"estate/internal/store/contentfile"
	"estate/internal/tests/contenttest"
	"estate/internal/tests/repository"
	"estate/internal/tests/restapitest"
)

// fullProperty is the number of the property of contenttest.Fixture that has every field.
const fullProperty = 1001

func property(t *testing.T, entities []content.Entity, id int) *content.Property {
	t.Helper()
	for _, entity := range entities {
		if p, ok := entity.(*content.Property); ok && p.ID == id {
			return p
		}
	}
	t.Fatalf("no property %d", id)
	return nil
}

// emptyInFixture are the fields that the full property of the fixture does not have, with the reason.
var emptyInFixture = map[string]string{
	"price.on_ask":       "another property of the fixture is on ask",
	"price.unknown":      ofReading,
	"plans[].id":         plansAreImages,
	"plans[].source_url": plansAreImages,
	"plans[].width":      plansAreImages,
	"plans[].height":     plansAreImages,
	"plans[].alt":        plansAreImages,
	"plans[].color":      plansAreImages,
	"plans[].label":      plansAreImages,
	"plans[].altered":    plansAreImages,

	"featured_image.focus": notInWordPress,
	"gallery[].focus":      notInWordPress,
	"plans[].focus":        notInWordPress,
}

const (
	plansAreImages = "plans are images as those of the gallery"
	notInWordPress = "the media library of WordPress has no focal point (TestTheFocusOfPicturesCrossesTheRESTAPI)"
	ofReading      = "it tells how the site read the price of a WordPress; nobody enters it (TestHomesOfThemes)"
)

// TestTheFixtureHasEveryFieldOfAProperty: the suite of content.Source compares the full property of the
// fixture as a whole, in the store, in the REST dialect and its client, and in the plugin of WordPress. So a
// field with a value there is proven in all of them.
func TestTheFixtureHasEveryFieldOfAProperty(t *testing.T) {
	full := property(t, contenttest.Fixture().Entities, fullProperty)
	for _, field := range contenttest.PropertyFields() {
		if set, reason := field.IsSet(full), emptyInFixture[field.Path]; set == (reason != "") {
			t.Errorf("%s: set %t, reason %q", field.Path, set, reason)
		}
	}
}

// emptyInDemo are the fields that no property of the demo has, with the reason.
var emptyInDemo = map[string]string{
	"country":                "the agency of the demo has properties in its own country",
	"price.unknown":          ofReading,
	"source.system":          "the demo has no feed",
	"source.key":             "the demo has no feed",
	"plans[].altered":        "a plan is a drawing",
	"featured_image.altered": "the first picture shows the property as it is",
	"htmls":                  "an embed depends on a third party",
	"extra.virtual_tour":     "a tour is at a third party",
	"extra.pdf":              "the site makes the brochures",
	"featured_image.focus":   composed,
	"gallery[].focus":        composed,
	"plans[].focus":          composed,
}

const composed = "the pictures of the demo are composed for crops of their middle"

func TestTheDemoHasEveryFieldOfAProperty(t *testing.T) {
	agency, err := demo.Agency()
	if err != nil {
		t.Fatal(err)
	}
	for _, field := range contenttest.PropertyFields() {
		set := slices.ContainsFunc(agency.Properties, field.IsSet)
		if reason := emptyInDemo[field.Path]; set == (reason != "") {
			t.Errorf("%s: set %t, reason %q", field.Path, set, reason)
		}
	}
}

// formNames are the fields of the plugin's forms by the field of a property, where the names differ. "" means
// that WordPress itself or a list has it, with the reason beside it.
var formNames = map[string]string{
	"title": "title_", "description": "description_", "subtitle": "subtitle_", "price.note": "price_note_",
	"extra.pdf": "pdf", "extra.video": "video", "extra.virtual_tour": "virtual_tour",
	"price.amount": "price_amount", "price.currency": "price_currency", "price.mode": "price_mode", "price.on_ask": "price_on_ask", "price.previous": "price_previous",
	"location.lat": "lat", "location.lng": "lng", "location.precision": "precision",
	"energy.consumption": "energy_consumption", "energy.consumption_value": "energy_consumption_value", "energy.emissions": "energy_emissions",
	"energy.emissions_value": "energy_emissions_value", "energy.status": "energy_status",
	"costs.community_fee": "community_fee", "costs.ibi": "ibi", "costs.waste_tax": "waste_tax",
	"address.street": "street", "address.number": "street_number", "address.postcode": "postcode", "address.visibility": "address_visibility",
	"information_sheet.document": "sheet_document", "information_sheet.date": "sheet_date",
	"source.system": "source_system", "source.key": "source_key", "source.shared": "source_shared",
	"private.note": "private_note", "private.lister": "lister", "private.commission.value": "commission_value",
	"private.commission.split": "commission_split", "private.commission.note": "commission_note",
	"gallery[].label": "estate_label", "gallery[].altered": "estate_altered",
}

// ofWordPress are the fields that a form of WordPress itself has.
var ofWordPress = []string{
	"featured_image.", "gallery[].", "plans[].", // the media library
	"s_offer", "s_type", "s_province", "s_city", "s_subarea", "s_category", "collections", // taxonomies
}

// TestThePluginHasEveryFieldOfAProperty reads the forms and the REST fields of the plugin from its source.
func TestThePluginHasEveryFieldOfAProperty(t *testing.T) {
	source := func(folder string) string {
		var text strings.Builder
		files, err := filepath.Glob(repository.Path("wordpress", "estate", "src", folder, "*.php"))
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: %d files, %v", folder, len(files), err)
		}
		for _, file := range files {
			php, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			text.Write(php)
		}
		return text.String()
	}
	forms, rest := map[string]bool{}, source("Rest")
	for _, found := range regexp.MustCompile(`(?:new Field\(|inLanguages\(|\$fields\[)'(\w+)'`).FindAllStringSubmatch(source("Admin"), -1) {
		forms[found[1]] = true
	}
	for _, field := range contenttest.PropertyFields() {
		if reason := emptyInFixture[field.Path]; reason == ofReading || reason == notInWordPress {
			continue
		}
		name, named := formNames[field.Path]
		if !named {
			name = strings.TrimSuffix(field.Path, "[]")
		}
		inForm := forms[strings.TrimSuffix(name, "_")] || forms[name]
		if ofCMS := slices.ContainsFunc(ofWordPress, func(prefix string) bool { return strings.HasPrefix(field.Path, prefix) }); !inForm && (named || !ofCMS) {
			t.Errorf("%s: no form of the plugin has the field %s", field.Path, name)
		}
		last := strings.TrimSuffix(field.Path[strings.LastIndex(field.Path, ".")+1:], "[]")
		if !strings.Contains(rest, "'"+last+"'") {
			t.Errorf("%s: the REST API of the plugin does not tell %s", field.Path, last)
		}
	}
}

// TestEveryStateOfAPropertyCrossesTheRESTAPI: the six states, and the badge that follows from each.
func TestEveryStateOfAPropertyCrossesTheRESTAPI(t *testing.T) {
	full := property(t, contenttest.Fixture().Entities, fullProperty)
	var want []*content.Property
	for i, state := range content.Availabilities {
		p := *full
		p.ID, p.Slug, p.Link, p.Reference, p.AlternativeLinks = 5001+i, string(state), "/properties/"+string(state)+"/", "ST-"+string(state), nil
		p.Availability, p.UnitsOf, p.Agent, p.Badges = state, 0, 0, []content.Badge{content.BadgeExclusive}
		want = append(want, &p)
	}
	for i, got := range throughREST(t, want...) {
		p := want[i]
		if got.State() != p.State() || got.Sold() != p.Sold() || !slices.Equal(got.ShownBadges(), p.ShownBadges()) {
			t.Errorf("%s arrives as %s, sold %t, badges %v", p.State(), got.State(), got.Sold(), got.ShownBadges())
		}
	}
}

// A site that reads an Estate shows its crops as that does.
func TestTheFocusOfPicturesCrossesTheRESTAPI(t *testing.T) {
	p := *property(t, contenttest.Fixture().Entities, fullProperty)
	p.UnitsOf, p.Agent, p.AlternativeLinks = 0, 0, nil
	cover := *p.Featured
	cover.Focus = &[2]int{0, 100}
	p.Featured, p.Gallery = &cover, slices.Clone(p.Gallery)
	p.Gallery[0].Focus = &[2]int{30, 62}
	got := throughREST(t, &p)[0]
	if got.Featured.Focus == nil || *got.Featured.Focus != [2]int{0, 100} || got.Gallery[0].Focus == nil || *got.Gallery[0].Focus != [2]int{30, 62} {
		t.Errorf("cover %v, first picture %v", got.Featured.Focus, got.Gallery[0].Focus)
	}
}

// throughREST are properties as a site reads them that has this one as its CMS.
func throughREST(t *testing.T, properties ...*content.Property) (read []*content.Property) {
	t.Helper()
	db := openStore(t)
	if err := db.Write(t.Context(), func(b *store.Batch) error {
		for _, p := range properties {
			if err := b.Put(p); err != nil {
				return err
			}
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	server := restapitest.Serve(t, db)
	client, err := wordpress.New(wordpress.Config{SiteURL: "https://www.example.test", CMSURL: server.URL, Transport: restapitest.OwnPictures(server.URL)})
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range properties {
		entity, err := client.ByID(t.Context(), "en", "properties", p.ID, "")
		if err != nil {
			t.Fatal(err)
		}
		read = append(read, entity.(*content.Property))
	}
	return read
}

// TestEveryFieldOfAPropertySurvivesExportAndImport exports the fixture and imports it into an empty store.
func TestEveryFieldOfAPropertySurvivesExportAndImport(t *testing.T) {
	first, second := openStore(t), openStore(t)
	fixture := contenttest.Fixture()
	if err := first.Write(t.Context(), func(b *store.Batch) error { return fixture.Write(b) }); err != nil {
		t.Fatal(err)
	}
	var file bytes.Buffer
	if err := contentfile.Export(t.Context(), first, &file, contentfile.ExportOptions{Format: contentfile.FormatLines}); err != nil {
		t.Fatal(err)
	}
	if _, err := contentfile.Import(t.Context(), second, &file, contentfile.ImportOptions{}); err != nil {
		t.Fatal(err)
	}
	var documents []map[string]any
	for _, db := range []*store.Store{first, second} {
		p, err := db.ByID(t.Context(), "en", "properties", fullProperty, "")
		if err != nil {
			t.Fatal(err)
		}
		text, err := json.Marshal(p)
		if err != nil {
			t.Fatal(err)
		}
		var document map[string]any
		if err := json.Unmarshal(text, &document); err != nil {
			t.Fatal(err)
		}
		documents = append(documents, document)
	}
	for name, value := range documents[0] {
		if !reflect.DeepEqual(value, documents[1][name]) {
			t.Errorf("%s: %v was exported, %v imported", name, value, documents[1][name])
		}
	}
}

func openStore(t *testing.T) *store.Store {
	t.Helper()
	db, err := store.Open(t.Context(), store.Config{Path: filepath.Join(t.TempDir(), "estate.db")})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	return db
}
