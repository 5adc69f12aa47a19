package kyero

import (
	"strings"
	"testing"

	"estate/internal/agency/feeds"
	"estate/internal/content/i18n"
)

// one is a feed with a property of the given elements.
func one(t *testing.T, elements string) (*feeds.Listing, []feeds.Problem) {
	t.Helper()
	const rest = "<ref>A</ref><price_freq>sale</price_freq><price>500000</price><type>Villa</type><town>Marbella</town>"
	r := read(t, "<?xml version=\"1.0\"?>\n<root>\n<property><id>A</id>"+rest+elements+"</property>\n</root>")
	if len(r.listings) != 1 {
		return nil, r.problems
	}
	return r.listings[0], r.problems
}

func TestPricesOfAFeed(t *testing.T) {
	for text, want := range map[string]int{"1.5E7": 15_000_000, "4.5e5": 450_000, "1.250.000,00": 1_250_000, "1,2 M": 1_200_000, "450k": 450_000} {
		if l, problems := one(t, "<price>"+text+"</price>"); l == nil || l.Price != want || len(problems) != 0 {
			t.Errorf("price %q: %+v, %+v, want %d", text, l, problems, want)
		}
	}
	for _, text := range []string{"POA", "P.O.A.", "Price on Application", "x", "a consultar", "auf Anfrage", "0", ""} {
		if l, problems := one(t, "<price>"+text+"</price>"); l == nil || !l.OnAsk || l.UnreadPrice != "" || len(problems) != 0 {
			t.Errorf("price %q: %+v, %+v, want on ask", text, l, problems)
		}
	}
	for _, text := range []string{"450.000.00", "1.250.00", "450.000 - 500.000", "from 450.000"} {
		if l, _ := one(t, "<price>"+text+"</price>"); l == nil || l.Price != 0 || !l.OnAsk || l.UnreadPrice == "" {
			t.Errorf("price %q: %+v, want an unread price", text, l)
		}
	}
}

func TestOfferAndStateFailClosed(t *testing.T) {
	for _, tt := range []struct {
		elements string
		mode     feeds.Mode
		status   string
	}{
		{"<price_freq>rent</price_freq>", feeds.ModeMonth, ""},
		{"<price_freq>long_time</price_freq>", feeds.ModeMonth, ""},
		{"<price_freq>short_time</price_freq>", feeds.ModeWeek, ""},
		{"<price_freq>For-Sale</price_freq>", feeds.ModeSale, ""},
		{"<price_freq>alquiler vacacional</price_freq>", feeds.ModeWeek, ""},
		{"<price_freq>rent</price_freq><price>1.500 €/mes</price>", feeds.ModeMonth, ""},
		{"<price_freq></price_freq><status>For Rent</status>", feeds.ModeMonth, "available"},
		{"<status>Sold STC</status>", feeds.ModeSale, "under_offer"},
		{"<estado>Señalizado</estado>", feeds.ModeSale, "reserved"},
		{"<status>perhaps</status>", "", ""},
		{"<price_freq></price_freq>", "", ""},
		{"<price_freq>hourly</price_freq>", "", ""},
		{"<price>1.500 €/mes</price>", "", ""},
	} {
		l, problems := one(t, tt.elements)
		switch {
		case tt.mode == "" && (l != nil || len(problems) == 0 || !problems[0].Skipped || problems[0].Key != "A"):
			t.Errorf("%s: %+v, %+v, want it left out", tt.elements, l, problems)
		case tt.mode != "" && (l == nil || l.Mode != tt.mode || l.Status != tt.status):
			t.Errorf("%s: %+v, %+v", tt.elements, l, problems)
		}
	}
}

func TestDescriptionsInAllShapes(t *testing.T) {
	for _, tt := range []struct{ elements, en, es string }{
		{"<desc><en><p>A text in <b>real</b> elements.</p><p>Second &amp; last.</p></en></desc>", "<p>A text in <b>real</b> elements.</p><p>Second &amp; last.</p>", ""},
		{"<desc><p>No language.</p></desc>", "<p>No language.</p>", ""},
		{"<desc><en_GB>British</en_GB><es-ES>Texto</es-ES></desc>", "British", "Texto"},
		{"<desc><uk>British</uk><sp>Texto</sp></desc>", "British", "Texto"},
		{"<desc><en>English</en><uk>Британська</uk></desc>", "English", ""},
		{"<desc><uk>Ukrainian?</uk><en>English</en></desc>", "English", ""},
		{"<desc><text lang=\"en\">One</text><text lang=\"es\">Uno</text></desc>", "One", "Uno"},
		{"<desc><en>First.&amp;#13;\nSecond, bed &amp;amp; breakfast, caf&amp;eacute;.&amp;#13;</en></desc>", "First.\nSecond, bed & breakfast, café.", ""},
		{"<desc><en>One\\nTwo</en></desc>", "One\nTwo", ""},
	} {
		l, problems := one(t, tt.elements)
		if l == nil || l.Descriptions[i18n.LangEN] != tt.en || l.Descriptions[i18n.LangES] != tt.es || len(problems) != 0 {
			t.Errorf("%s: %q, problems %+v", tt.elements, l.Descriptions, problems)
		}
	}
	if l, problems := one(t, "<desc><klingon>nuqneH</klingon></desc>"); l.Descriptions != nil || len(problems) != 1 || problems[0].Field != "desc" || problems[0].Value != "klingon" {
		t.Errorf("a language that is not known: %+v, %+v", l.Descriptions, problems)
	}
}

func TestPicturesInAllShapes(t *testing.T) {
	const first, second = "<url>https://pictures.example/1.jpg</url>", "<url>https://pictures.example/2.jpg</url>"
	for images, want := range map[string]int{
		`<image id="1">` + first + `</image><image id="2">` + first + `</image>`: 1,
		first + second: 2, "<image>" + first + second + "</image>": 2, `<image url="https://pictures.example/1.jpg"/>`: 1, "https://pictures.example/1.jpg": 1,
		"<image>" + first + "</image><image>" + second + "</image>": 2,
	} {
		if l, problems := one(t, "<images>"+images+"</images>"); len(l.Pictures) != want || len(problems) != 0 {
			t.Errorf("%s: %+v, %+v, want %d", images, l.Pictures, problems, want)
		}
	}
	for _, images := range []string{"<photo>x</photo>", "<image></image>"} {
		if l, problems := one(t, "<images>"+images+"</images>"); len(l.Pictures) != 0 || len(problems) == 0 {
			t.Errorf("%s: %+v, %+v, want a message", images, l.Pictures, problems)
		}
	}
}

func TestFormsOfTheFile(t *testing.T) {
	const property = "<id>A</id><ref>A</ref><price>500000</price><price_freq>sale</price_freq>"
	for name, feed := range map[string]string{
		"id as attribute":   `<root><property id="A"><ref>A</ref><price>500000</price><price_freq>sale</price_freq></property></root>`,
		"namespaces":        `<k:root xmlns:k="http://kyero.example/v3">` + "<k:property><k:id>A</k:id><k:ref>A</k:ref><k:price>500000</k:price><k:price_freq>sale</k:price_freq></k:property></k:root>",
		"default namespace": `<root xmlns="http://kyero.example/v3"><property>` + property + `</property></root>`,
		"returns":           "<?xml version=\"1.0\"?>\r<root>\r<property>\r" + property + "\r</property>\r</root>\r",
		"notice of PHP":     "<br />\n<b>Warning</b>:  Undefined variable $x in <b>/var/www/feed.php</b> on line <b>3</b><br />\n<?xml version=\"1.0\"?>\n<root><property>" + property + "</property></root>",
	} {
		r := read(t, feed)
		if len(r.listings) != 1 || r.listings[0].Key != "A" || r.listings[0].Price != 500000 {
			t.Errorf("%s: %+v, %+v", name, r.listings, r.problems)
		}
		if said := len(r.problems) > 0 && strings.Contains(r.problems[0].Reason, "2 lines before the XML"); said != (name == "notice of PHP") {
			t.Errorf("%s: problems %+v", name, r.problems)
		}
		if name == "notice of PHP" && r.listings[0].Line != 4 {
			t.Errorf("%s: line %d", name, r.listings[0].Line)
		}
	}
	for _, feed := range []string{"<root></root>", "<root/>", `<root><kyero><feed_version>3</feed_version></kyero><listing><id>1</id></listing></root>`} {
		if r := read(t, feed); len(r.problems) != 1 || r.problems[0].Reason != "the file has no property" {
			t.Errorf("%s: %+v", feed, r.problems)
		}
	}
}
