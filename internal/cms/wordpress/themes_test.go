package wordpress_test

import (
	"slices"
	"strings"
	"testing"

	"estate/internal/cms/wordpress"
	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/content/search"
	"estate/internal/tests/wordpresstest"
)

// themedHomes are homes as the themes send them: houzez in lists of one, RealHomes plain, Property Hive at the top,
// Easy Property Listings and Estatik in meta.
const themedHomes = `[
{"id":501,"type":"property","status":"publish","slug":"houzez","link":"https://cms.example.test/property/houzez/","title":{"rendered":"Villa"},
 "content":{"rendered":"<p>Sea view villa.</p>"},"featured_media":901,"property_type":[15],"property_status":[3],"property_city":[31],
 "class_list":["post-501","property_status-for-sale"],
 "property_meta":{"fave_property_price":["1450000"],"fave_property_bedrooms":["4"],"fave_property_bathrooms":["3"],"fave_property_size":["320"],
  "fave_property_size_prefix":["m²"],"fave_property_land":["1200"],"fave_property_id":["HZ-1"],"fave_property_images":["901","902"],
  "houzez_geolocation_lat":["36.51"],"houzez_geolocation_long":["-4.88"],"fave_video_url":["https://www.youtube.com/watch?v=aJ3p6QKg_i8"],
  "fave_energy_class":["B"],"fave_property_year":["1998"],"fave_featured":["1"],"fave_single_top_area":["v2"],"_edit_last":["1"]}},
{"id":502,"type":"property","status":"publish","slug":"houzez-rent","link":"https://cms.example.test/property/houzez-rent/","title":{"rendered":"Flat"},
 "content":{"rendered":""},"class_list":["property_status-for-rent"],
 "property_meta":{"fave_property_price":["2.500 €"],"fave_property_price_postfix":["/mo"],"fave_property_size":["1500"],"fave_property_size_prefix":["Sq Ft"],
  "fave_property_location":["36.5,-4.9,14"]}},
{"id":601,"type":"property","status":"publish","slug":"realhomes","link":"https://cms.example.test/property/realhomes/","title":{"rendered":"Apartment"},
 "content":{"rendered":"<p>Flat.</p>"},"property_meta":{"REAL_HOMES_property_price":"620000","REAL_HOMES_property_price_postfix":"+ VAT","REAL_HOMES_property_bedrooms":"2",
  "REAL_HOMES_property_bathrooms":"2","REAL_HOMES_property_size":"98","REAL_HOMES_property_size_postfix":"m2","REAL_HOMES_property_lot_size":"2",
  "REAL_HOMES_property_lot_size_postfix":"acres","REAL_HOMES_property_id":"RH-1","REAL_HOMES_property_location":{"latitude":"36.49","longitude":"-4.95"},
  "REAL_HOMES_property_images":[{"full_url":"https://cms.example.test/wp-content/uploads/a.jpg"}]}},
{"id":701,"type":"property","status":"publish","slug":"hive","link":"https://cms.example.test/property/hive/","title":{"rendered":"House"},
 "content":{"rendered":""},"department":"residential-lettings","reference_number":"PH-1","price":"1800","currency":"EUR","bedrooms":"3","bathrooms":"2",
 "latitude":"36.5","longitude":"-4.9","availability":"Let Agreed","features":["Pool","Lift"],"property_type":"Detached House","address_street":"Calle Mar",
 "images":[{"id":5,"url":"https://cms.example.test/wp-content/uploads/p.jpg"}],"location":"Marbella"},
{"id":702,"type":"property","status":"publish","slug":"hive-poa","link":"https://cms.example.test/property/hive-poa/","title":{"rendered":"House"},
 "content":{"rendered":""},"department":"residential-sales","price":"","price_actual":"990000","bedrooms":"3"},
{"id":801,"type":"property","status":"publish","slug":"epl","link":"https://cms.example.test/property/epl/","title":{"rendered":"House"},
 "content":{"rendered":""},"meta":{"property_price":"750000","property_bedrooms":"4","property_bathrooms":"2","property_building_area":"20",
  "property_building_area_unit":"square","property_land_area":"0.5","property_land_area_unit":"hectare","property_unique_id":"EPL-1","property_status":"sold",
  "property_address_coordinates":"36.5,-4.9"}},
{"id":901,"type":"property","status":"publish","slug":"estatik","link":"https://cms.example.test/property/estatik/","title":{"rendered":"House"},
 "content":{"rendered":""},"es_type":[7],"es_category":[8],"meta":{"es_property_price":"510000","es_property_bedrooms":"2","es_property_bathrooms":"1","es_property_area":"88",
  "es_property_latitude":"36.6","es_property_longitude":"-4.7","es_property_gallery":["901"]}},
{"id":999,"type":"property","status":"publish","slug":"unknown","link":"https://cms.example.test/property/unknown/","title":{"rendered":"House"},
 "content":{"rendered":""},"property_meta":{"my_price":"450000","my_rooms":"3"}}
]`

func themedCMS(t *testing.T) *wordpresstest.Fake {
	t.Helper()
	cms := wordpresstest.NewFake(t, map[string]string{
		"property": themedHomes,
		"media": `[{"id":901,"source_url":"https://cms.example.test/wp-content/uploads/901.jpg","media_details":{"width":1600,"height":900}},
			{"id":902,"source_url":"https://cms.example.test/wp-content/uploads/902.jpg","media_details":{"width":1600,"height":900}}]`,
		"property_type": `[{"id":15,"taxonomy":"property_type","slug":"villa","name":"Villa"}]`,
	})
	cms.Types = map[string]any{
		"post": map[string]any{"slug": "post", "rest_base": "posts"}, "property": map[string]any{"slug": "property", "rest_base": "property"},
	}
	return cms
}

// homesOf reads all homes by their slugs, in the way of a replica.
func homesOf(t *testing.T, client *wordpress.Client) map[string]*content.Property {
	t.Helper()
	stamps, _, err := client.Stamps(t.Context(), i18n.LangEN, "properties", wordpress.StampQuery{})
	if err != nil {
		t.Fatal(err)
	}
	var ids []int
	for _, stamp := range stamps {
		ids = append(ids, stamp.ID)
	}
	fetched, unreadable, err := client.FetchByIDs(t.Context(), i18n.LangEN, "properties", ids)
	if err != nil || len(unreadable) > 0 {
		t.Fatalf("unreadable %v, %v", unreadable, err)
	}
	homes := map[string]*content.Property{}
	for _, entity := range fetched {
		home, ok := entity.Entity.(*content.Property)
		if !ok {
			t.Fatalf("%T, want a property", entity.Entity)
		}
		homes[home.Slug] = home
	}
	return homes
}

func TestHomesOfThemes(t *testing.T) {
	client := newClient(t, themedCMS(t))
	homes := homesOf(t, client)
	villa := homes["houzez"]
	if villa.Price.Amount != 1450000 || villa.Price.Mode != content.PriceSale || villa.Bedrooms != 4 || villa.Bathrooms != 3 || villa.BuiltSize != 320 ||
		villa.PlotSize != 1200 || villa.Reference != "HZ-1" || villa.BuiltYear != 1998 || villa.Energy == nil || villa.Energy.Consumption != "B" {
		t.Errorf("Houzez: %+v", villa)
	}
	if len(villa.Gallery) != 2 || villa.Gallery[1].Width != 1600 || villa.Featured == nil || villa.Location == nil || villa.Location.Lat != 36.51 ||
		villa.Extra.Video == "" || !slices.Equal(villa.Types, []int{15}) || !slices.Equal(villa.Offers, []int{3}) || villa.Province != 31 ||
		!slices.Equal(villa.Badges, []content.Badge{content.BadgeFeatured}) || villa.LinkIn(i18n.LangEN) != "/property/houzez/" {
		t.Errorf("Houzez: %+v", villa)
	}
	if !slices.Equal(villa.Ignored, []string{"fave_single_top_area"}) || len(villa.Unread) > 0 {
		t.Errorf("Houzez: ignored %v, unread %v", villa.Ignored, villa.Unread)
	}
	if rent := homes["houzez-rent"]; rent.Price.Amount != 2500 || rent.Price.Mode != content.PriceMonth || rent.BuiltSize != 139 || rent.Location == nil || rent.Location.Lng != -4.9 {
		t.Errorf("Houzez, to rent: %+v, %+v", rent.Price, rent)
	}
	if flat := homes["realhomes"]; flat.Price.Amount != 620000 || flat.Price.Mode != content.PriceSale || flat.BuiltSize != 98 || flat.PlotSize != 8094 ||
		flat.Reference != "RH-1" || flat.Location == nil || len(flat.Gallery) != 1 || len(flat.Unread) > 0 {
		t.Errorf("RealHomes: %+v", flat)
	}
	if let := homes["hive"]; let.Price.Amount != 1800 || let.Price.Mode != content.PriceMonth || let.Bedrooms != 3 || let.Reference != "PH-1" || let.Location == nil ||
		let.State() == content.UnitAvailable || !slices.Equal(let.Features, []string{"Pool", "Lift"}) || len(let.Gallery) != 1 || let.Address == nil || len(let.Unread) > 0 {
		t.Errorf("Property Hive: %+v", let)
	}
	if poa := homes["hive-poa"]; poa.Price.Public() != 0 || poa.Price.Unknown {
		t.Errorf("Property Hive, price on application: %+v", poa.Price)
	}
	if house := homes["epl"]; house.Price.Amount != 750000 || house.PlotSize != 5000 || house.Reference != "EPL-1" || house.State() != content.UnitSold || house.Location == nil {
		t.Errorf("Easy Property Listings: %+v", house)
	}
	if house := homes["estatik"]; house.Price.Amount != 510000 || house.BuiltSize != 88 || house.Location == nil || len(house.Gallery) != 1 || !slices.Equal(house.Types, []int{7}) {
		t.Errorf("Estatik: %+v", house)
	}
	unknown := homes["unknown"]
	if !unknown.Price.Unknown || !slices.Equal(unknown.Ignored, []string{"my_price", "my_rooms"}) || !strings.Contains(strings.Join(unknown.Unread, ""), "cms.fields") {
		t.Errorf("unknown theme: %+v, ignored %v, unread %v", unknown.Price, unknown.Ignored, unknown.Unread)
	}
	if terms, err := client.AllTerms(t.Context(), i18n.LangEN, search.KeyType); err != nil || len(terms) != 1 || terms[0].Taxonomy != search.KeyType {
		t.Errorf("types %v, %v; want those of the theme", terms, err)
	}
	listing, err := client.Properties(t.Context(), i18n.LangEN, search.Filter{})
	if err != nil || len(listing.Items) != 8 || listing.Items[0].Price.Amount != 1450000 {
		t.Errorf("live mode: %+v, %v; want the homes", listing, err)
	}
}

func TestSettingsExtendTheNamesOfThemes(t *testing.T) {
	cms := themedCMS(t)
	cms.Lists["casas"] = cms.Lists["property"]
	delete(cms.Lists, "property")
	cms.Types = map[string]any{"casa": map[string]any{"slug": "casa", "rest_base": "casas"}}
	client := newClient(t, cms)
	if _, _, err := client.Stamps(t.Context(), i18n.LangEN, "properties", wordpress.StampQuery{}); err == nil {
		t.Fatal("a list of an unknown post type was read")
	}
	problem := slices.IndexFunc(client.Problems(), func(p wordpress.Problem) bool { return p.Kind == wordpress.ProblemProperties })
	if problem < 0 || !strings.Contains(client.Problems()[problem].Problem, "casas") || !strings.Contains(client.Problems()[problem].Remedy, "cms.properties") {
		t.Errorf("problems %+v, want one that names the type and the setting", client.Problems())
	}
	client, err := wordpress.New(wordpress.Config{
		SiteURL: "https://www.example.test", CMSURL: cms.URL, Adapt: true, Properties: []string{"casas"},
		Themes: wordpress.Themes{Fields: map[string][]string{"price": {"my_price"}, "bedrooms": {"my_rooms"}}},
	})
	if err != nil {
		t.Fatal(err)
	}
	home := homesOf(t, client)["unknown"]
	if home.Price.Amount != 450000 || home.Bedrooms != 3 || home.Ignored != nil || home.Unread != nil {
		t.Errorf("%+v, ignored %v, unread %v", home, home.Ignored, home.Unread)
	}
}

// Easy Property Listings has a post type for each kind of home.
func TestHomesOfSeveralPostTypes(t *testing.T) {
	cms := themedCMS(t)
	cms.Lists["property"] = wordpresstest.Posts("property", 12)
	cms.Lists["rental"] = wordpresstest.NewFake(t, map[string]string{"rental": `[{"id":811,"type":"rental","status":"publish","slug":"flat-to-let",
		"link":"https://cms.example.test/rental/flat-to-let/","title":{"rendered":"Flat"},"meta":{"property_rent":"650","property_bedrooms":"2"}}]`}).Lists["rental"]
	cms.Types["rental"] = map[string]any{"slug": "rental", "rest_base": "rental"}
	cms.Types["land"] = map[string]any{"slug": "land", "rest_base": "land"}
	cms.Lists["land"] = nil
	client := newClient(t, cms)
	homes := homesOf(t, client)
	if rent := homes["flat-to-let"]; len(homes) != 13 || rent == nil || rent.Price.Amount != 650 || rent.Price.Mode != content.PriceMonth || rent.Bedrooms != 2 {
		t.Errorf("%d homes, to rent: %+v", len(homes), rent)
	}
	if found, err := client.BySlug(t.Context(), i18n.LangEN, "properties", "flat-to-let"); err != nil || len(found) != 1 {
		t.Errorf("by its slug: %v, %v", found, err)
	}
	if found, err := client.ByID(t.Context(), i18n.LangEN, "properties", 811, ""); err != nil || found.LinkIn(i18n.LangEN) != "/rental/flat-to-let/" {
		t.Errorf("by its id: %v, %v", found, err)
	}
	for page, want := range map[int]int{1: 10, 2: 2, 3: 1} {
		list, err := client.Archive(t.Context(), i18n.LangEN, content.ArchiveQuery{Endpoint: "properties", Page: page, PerPage: 10})
		if err != nil || len(list.Items) != want || list.Total != 13 || list.TotalPages != 3 {
			t.Errorf("page %d: %+v, %v; want %d of 13 in 3 pages", page, list, err, want)
		}
	}
	if gone, err := client.IsUnpublished(t.Context(), i18n.LangEN, "properties", 811); err != nil || gone {
		t.Errorf("a home of the second type is unpublished: %v, %v", gone, err)
	}
	if gone, err := client.IsUnpublished(t.Context(), i18n.LangEN, "properties", 4711); err != nil || !gone {
		t.Errorf("an unknown home is unpublished: %v, %v", gone, err)
	}
}

// Fields of Advanced Custom Fields that no rule reads are named, those of the site's own names are not.
func TestFieldsThatNothingReadsAreNamed(t *testing.T) {
	client, err := wordpress.New(wordpress.Config{SiteURL: "https://www.example.test", CMSURL: "https://cms.example.test"})
	if err != nil {
		t.Fatal(err)
	}
	found, err := client.Decode(i18n.LangEN, []byte(`{"id":1,"type":"properties","link":"https://cms.example.test/properties/a/","acf":{
		"price":"450000","price_mode":"sale","title_es":"Casa","bedrooms":"3","parking_spaces":"2","pool_size":"","energy":{"consumption":"B"}}}`))
	if err != nil || len(found) != 1 {
		t.Fatal(found, err)
	}
	if ignored := found[0].(*content.Property).Ignored; !slices.Equal(ignored, []string{"parking_spaces"}) {
		t.Errorf("ignored %v, want parking_spaces alone", ignored)
	}
}
