package restapi_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
)

// keys lists the keys of the first object in a body, in order.
func keys(t *testing.T, text string) []string {
	t.Helper()
	decoder := json.NewDecoder(strings.NewReader(strings.TrimPrefix(text, "[")))
	if _, err := decoder.Token(); err != nil {
		t.Fatal(err)
	}
	var found []string
	for decoder.More() {
		key, err := decoder.Token()
		if err != nil {
			t.Fatal(err)
		}
		found = append(found, key.(string))
		var skip json.RawMessage
		if err := decoder.Decode(&skip); err != nil {
			t.Fatal(err)
		}
	}
	return found
}

// TestShapesAreWordPresss compares the keys with recorded ones; ours come after.
func TestShapesAreWordPresss(t *testing.T) {
	a := newAPI(t, nil)
	head := "id date date_gmt guid modified modified_gmt slug status type link title content excerpt author featured_media "
	for path, want := range map[string]string{
		"posts/101": head + "comment_status ping_status sticky template format meta categories tags acf lang featured_image _links",
		"pages/611": head + "parent menu_order comment_status ping_status template meta acf lang featured_image _links",
		"media/900": "id date date_gmt guid modified modified_gmt slug status type link title author comment_status ping_status " +
			"template meta acf description caption alt_text media_type mime_type media_details post source_url " +
			"title_en title_es alt_en alt_es color label altered _links",
		"properties/1001": head + "template meta tax_s_offer tax_s_type tax_s_location tax_s_category tax_s_options acf " +
			"reference promo_name htmls extra alternative_links featured_image gallery plans price bedrooms bathrooms " +
			"plot_size built_size terrace_size badges features s_offer s_type s_province s_city s_subarea s_category collections " +
			"location energy registration_number national_registration_number availability usable_size built_year new_build orientation floor tenure costs " +
			"address country cadastral_reference information_sheet syndicate agent development units_of _links",
		"developments/2001": head + "template meta tax_s_offer tax_s_type tax_s_location tax_s_categories tax_s_options acf " +
			"reference promo_name htmls extra alternative_links featured_image gallery plans price units delivery delivery_en " +
			"delivery_es phases badges features s_offer s_type s_province s_city s_subarea s_categories collections location energy agent _links",
		"categories/21":               "id count description link name slug taxonomy parent meta acf lang _links",
		"tags/41":                     "id count description link name slug taxonomy meta acf lang _links",
		"tax_s_offer/3":               "id count description link name slug taxonomy meta acf _links",
		"users/1":                     "id name url description link slug avatar_urls meta acf _links",
		"posts/101?context=embed":     "id date slug type link title excerpt author featured_media acf _links",
		"categories/21?context=embed": "id link name slug taxonomy acf _links",
		"users/1?context=embed":       "id name url description link slug avatar_urls acf _links",
		"types/post":                  "description hierarchical has_archive name slug icon taxonomies rest_base rest_namespace _links",
		"taxonomies/post_tag":         "name slug description types hierarchical rest_base rest_namespace _links",
		"types":                       "post page attachment properties developments",
		"taxonomies":                  "category post_tag s_offer s_type s_location s_category s_categories s_options",
		"taxonomies?type=post":        "category post_tag",
		"taxonomies?type=nope":        "",
		"posts?per_page=1&_fields=id,title.rendered,acf.nothing": "id title",
		"posts/101?_fields=id,_links":                            "id _links",
	} {
		if got := strings.Join(keys(t, a.ask(t, v2+path).text), " "); got != want {
			t.Errorf("%s:\n got %s\nwant %s", path, got, want)
		}
	}
}

func TestValuesAreWordPresss(t *testing.T) {
	a := newAPI(t, nil)
	page, home, cafes := a.ask(t, v2+"pages/603"), a.ask(t, v2+"pages/601"), a.ask(t, v2+"posts/126")
	villa, plain, media := a.ask(t, v2+"properties/1001"), a.ask(t, v2+"properties/1002"), a.ask(t, v2+"media/900")
	listing, category := a.ask(t, v2+"pages/611"), a.ask(t, v2+"categories/22")
	for _, tt := range []struct {
		name      string
		got, want any
	}{
		{"entities in titles", page.at("title", "rendered"), "Buy &#038; Sell with &lt;us&gt;"},
		{"letters beyond ASCII as they are", cafes.at("title", "rendered"), "Málaga’s Best Cafés"},
		{"entities in names of terms", category.at("name"), "Living &amp; Leisure"},
		{"markup as it is", cafes.at("content", "rendered"), "<p>Where the churros are <em>100% fresh</em> &amp; hot.</p>"},
		{"no fields are an empty list", jsonOf(t, page.at("acf")), "[]"},
		{"the front page is the root", home.at("link"), site + "/"},
		{"its Spanish translation", home.at("alternative_links", "es"), site + "/es/"},
		{"the search panel's flag", home.at("acf", "search_bar"), true},
		{"sections keep their fields", home.at("acf", "sections", 0, "title"), "Welcome <home>"},
		{"sections begin with their layout", home.at("acf", "sections", 0, "acf_fc_layout"), "intro"},
		{"a listing presets terms", listing.at("acf", "property_filter", "s_type", 0, "term_id"), 15.0},
		{"no featured picture", page.at("featured_media"), 0.0},
		{"a featured picture", cafes.at("featured_media"), 900.0},
		{"pictures have full addresses", cafes.at("featured_image", "source_url"), site + "/media/sea.jpg"},
		{"media have full addresses", media.at("source_url"), site + "/media/sea.jpg"},
		{"media inherit their status", media.at("status"), "inherit"},
		{"media know their size", media.at("media_details", "width"), 1600.0},
		{"texts of properties per language", villa.at("acf", "title_es"), "Casa ZR-1001P"},
		{"embeds of films", villa.at("htmls", 0), `<iframe src="https://video.example.test/1"></iframe>`},
		{"no embeds are false", plain.at("htmls"), false},
		{"no picture is false", plain.at("featured_image"), false},
		{"price", villa.at("price", "amount"), 1.25e6},
		{"badges", jsonOf(t, villa.at("badges")), `["new","exclusive"]`},
		{"collections", jsonOf(t, villa.at("collections")), `["beachfront","golf"]`},
		{"places", jsonOf(t, villa.at("tax_s_location")), "[636,7001,7101]"},
		{"a missing subarea is null", plain.at("s_subarea"), nil},
		{"development of a unit", villa.at("units_of"), 2001.0},
		{"links of a property in both languages", villa.at("alternative_links", "es"), site + "/es/properties/villa-azul/"},
		{"short relations have a key", villa.at("_links", "curies", 0, "href"), "https://api.w.org/{rel}"},
		{"tags under WordPress's name", a.ask(t, v2+"tags/41").at("taxonomy"), "post_tag"},
	} {
		if tt.got != tt.want {
			t.Errorf("%s: got %v, want %v", tt.name, tt.got, tt.want)
		}
	}
}

func jsonOf(t *testing.T, value any) string {
	t.Helper()
	text, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestEmbedding(t *testing.T) {
	a := newAPI(t, nil)
	for query, want := range map[string][]string{
		"":                        nil,
		"_embed=false":            nil, // taken for the name of a relation
		"_embed":                  {"author", "wp:featuredmedia", "wp:term"},
		"_embed=":                 {"author", "wp:featuredmedia", "wp:term"},
		"_embed=0":                {"author", "wp:featuredmedia", "wp:term"},
		"_embed=1":                {"author", "wp:featuredmedia", "wp:term"},
		"_embed=true":             {"author", "wp:featuredmedia", "wp:term"},
		"_embed=author":           {"author"},
		"_embed=author,wp:term":   {"author", "wp:term"},
		"_embed[]=wp:term":        {"wp:term"},
		"_embed&_fields=id":       nil,
		"_embed&_fields=_links":   {"author", "wp:featuredmedia", "wp:term"},
		"_embed=no-such-relation": nil,
	} {
		post := a.ask(t, v2+"posts/126?"+query)
		embedded, _ := post.at("_embedded").(map[string]any)
		var got []string
		for key := range embedded {
			got = append(got, key)
		}
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Errorf("%s: embeds %v, want %v", query, got, want)
		}
	}
	post := a.ask(t, v2+"posts?include=126&_embed")
	for _, tt := range []struct {
		name      string
		got, want any
	}{
		{"author", post.at(0, "_embedded", "author", 0, "name"), "John Smith"},
		{"picture", post.at(0, "_embedded", "wp:featuredmedia", 0, "source_url"), site + "/media/sea.jpg"},
		{"category", post.at(0, "_embedded", "wp:term", 0, 0, "slug"), "living"},
		{"one list per taxonomy, though empty", jsonOf(t, post.at(0, "_embedded", "wp:term", 1)), "[]"},
		{"links of what is embedded", post.at(0, "_embedded", "author", 0, "_links", "self", 0, "href"), site + "/wp-json/wp/v2/users/2"},
		{"parent of a page", a.ask(t, v2+"pages/611?_embed").at("_embedded", "up", 0, "id"), 610.0},
		{"terms of properties", a.ask(t, v2+"properties/1001?_embed").at("_embedded", "wp:term", 2, 2, "slug"), "la-cerquilla"},
	} {
		if tt.got != tt.want {
			t.Errorf("%s: got %v, want %v", tt.name, tt.got, tt.want)
		}
	}
}

func TestIndexNamesItsRoutes(t *testing.T) {
	a := newAPI(t, nil)
	index := a.ask(t, "/wp-json/")
	if index.at("name") != "Sample Homes" || index.at("timezone_string") != "Europe/Madrid" || index.at("gmt_offset") != 1.0 {
		t.Errorf("name %v, zone %v, offset %v", index.at("name"), index.at("timezone_string"), index.at("gmt_offset"))
	}
	for _, route := range []string{"/", "/wp/v2/posts", `/wp/v2/posts/(?P<id>[\d]+)`, "/wp/v2/properties", "/acf/v3/options/options", "/estate/v1/get_reference"} {
		if index.at("routes", route, "methods", 0) != "GET" {
			t.Errorf("route %s is not listed", route)
		}
	}
	if args := index.at("routes", "/wp/v2/posts", "endpoints", 0, "args", "per_page", "maximum"); args != 100.0 {
		t.Errorf("per_page is described with %v", args)
	}
	for _, namespace := range []string{"wp/v2", "acf/v3", "options", "instagram/v1", "search/v1", "estate/v1"} {
		list, _ := index.at("namespaces").([]any)
		if !slices.Contains(list, any(namespace)) {
			t.Errorf("namespace %s is not listed in %v", namespace, list)
		}
	}
}

func TestOptionsAndFeed(t *testing.T) {
	a := newAPI(t, nil)
	for _, path := range []string{v2 + "options/options", "/wp-json/acf/v3/options/options", "/wp-json/options/options"} {
		got := a.ask(t, path)
		if got.at("acf", "contact", "phone_1") != "+34 952 000 001" || got.at("acf", "logo_dark_mobile") != false {
			t.Errorf("%s: %.300s", path, got.text)
		}
		var menus struct {
			Menu map[string]struct {
				Helper map[string]map[string]string
				Items  []map[string]any
			}
		}
		text, _ := got.at("acf", "menu_json").(string)
		if err := json.Unmarshal([]byte(text), &menus); err != nil {
			t.Fatalf("%s: menu_json: %v", path, err)
		}
		main := menus.Menu["main"]
		if main.Helper["buy"]["es"] != "/es/venta/" || main.Items[0]["label_es"] != "Comprar" {
			t.Errorf("%s: menu %+v", path, main)
		}
	}
	feed := a.ask(t, "/wp-json/instagram/v1/feed")
	if feed.at("data", 0, "id") != "b" || feed.at("data", 1, "media_url") != site+"/media/morning.jpg" {
		t.Errorf("feed %s", feed.text)
	}
}
