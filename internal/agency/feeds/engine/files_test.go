package engine

import (
	"context"
	"fmt"
	"image"
	"image/jpeg"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"estate/internal/agency/feeds"
	"estate/internal/agency/feeds/csvfeed"
	"estate/internal/agency/feeds/kyero"
	"estate/internal/content"
	"estate/internal/content/i18n"
)

// file is a source that reads a text as a file of its kind.
type file struct {
	text string
	mode feeds.Mode
}

func (f *file) Read(ctx context.Context, _ feeds.Run, sink feeds.Sink) (feeds.Result, error) {
	decode := csvfeed.Decode
	if strings.Contains(f.text, "<") {
		decode = kyero.Decode
	}
	return feeds.Result{Complete: true}, decode(ctx, strings.NewReader(f.text), f.mode, sink)
}

// kyeroFile is a feed of properties, each given by its id and the elements that matter.
func kyeroFile(properties ...string) string {
	var b strings.Builder
	b.WriteString("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<root>\n<kyero><feed_version>3</feed_version></kyero>\n")
	for _, p := range properties {
		id, elements, _ := strings.Cut(p, " ")
		b.WriteString("<property><id>" + id + "</id><ref>" + id + "</ref><date>2026-11-20 10:00:00</date><currency>EUR</currency>")
		for name, standard := range map[string]string{"price": "500000", "price_freq": "sale", "type": "Villa", "town": "Marbella", "province": "Málaga"} {
			if !strings.Contains(elements, "<"+name+">") {
				b.WriteString("<" + name + ">" + standard + "</" + name + ">")
			}
		}
		b.WriteString(elements + "</property>\n")
	}
	return b.String() + "</root>\n"
}

// TestFilesOfOfficesGiveWhatTheyMean reads files in the shapes of public bug reports, from the bytes to the properties of the store.
func TestFilesOfOfficesGiveWhatTheyMean(t *testing.T) {
	for name, tt := range map[string]struct {
		text string
		mode feeds.Mode
		want string // of each home: reference, mode and price, and what the case is about
		of   func(*content.Property) string
		// fails is what the error of the run names.
		fails string
	}{
		"exponents": {
			text: kyeroFile("S1 <price>1.5E7</price>", "S2 <price>1.2E7</price>", "S3 <price>4.5e5</price>", "S4 <price>1.25E7</price>"),
			want: "S1 sale 15000000|S2 sale 12000000|S3 sale 450000|S4 sale 12500000",
		},
		"groups": {
			text: "reference;price;town;type;built;baths\nG1;450.000.00;Marbella;Villa;120;2\nG2;1.250.00;Marbella;Villa;120;2\n" +
				"G3;1.5E7;Marbella;Villa;1.5E2;2\nG4;450.000,00;Marbella;Villa;262;2.5\n",
			mode: feeds.ModeSale, want: "G3 sale 15000000 built 150 baths 2|G4 sale 450000 built 262 baths 2",
			of: func(p *content.Property) string { return fmt.Sprintf(" built %d baths %d", p.BuiltSize, p.Bathrooms) },
		},
		"a sheet without an offer": {text: "reference;price;town\nT1;450000;Marbella;\nT2;450000;Marbella;\n", fails: "for sale or for rent"},
		"a further empty cell": {
			text: "reference;price;town\nT1;450000;Marbella;\nT2;450000;Marbella;\n", mode: feeds.ModeSale,
			want: "T1 sale 450000 Property in Marbella|T2 sale 450000 Property in Marbella", of: title,
		},
		"a sheet of rents": {
			text: "ID,Title,Property Type,Property Status,Price,Price Postfix,City\nR1,Flat to let,Apartment,For Rent,1500,/month,Marbella\n",
			want: "R1 month 1500 Flat to let [10]", of: func(p *content.Property) string { return title(p) + " " + fmt.Sprint(p.Offers) },
		},
		"Spanish headers": {
			text: "Ref.;Operación;Tipo de inmueble;Población;Precio venta (€);Nº dormitorios;Nº baños;Sup. construida (m²);Foto 1;Foto 2\n" +
				"H1;Venta;Piso;Marbella;450.000;3;2;120,5;https://pictures.example/1.jpg;https://pictures.example/2.jpg\n",
			want: "H1 sale 450000 3 beds 2 baths 121 m² [7] [3]",
			of: func(p *content.Property) string {
				return fmt.Sprintf(" %d beds %d baths %d m² %v %v", p.Bedrooms, p.Bathrooms, p.BuiltSize, p.Types, p.Offers)
			},
		},
		"states": {
			text: "reference;price;town;mode;status;new_build\nA1;450000;Marbella;sale;SOLD STC;no\nA2;450000;Marbella;sale;Off-market;no\n" +
				"A3;450000;Marbella;sale;No disponible;VERDADERO\nA4;4500;Marbella;Alquiler vacacional;disponible;no\nA5;450000;Marbella;for-sale;disponible;no\n",
			want: "A1 sale 450000 under_offer|A4 week 4500 available|A5 sale 450000 available",
			of:   func(p *content.Property) string { return " " + string(p.Availability) },
		},
		"texts that were escaped twice": {
			text: kyeroFile("E1 <desc><en>First line.&amp;#13;\nSecond line, bed &amp;amp; breakfast, caf&amp;eacute;.&amp;#13;</en></desc>"),
			want: "E1 sale 500000 <p>First line.<br>Second line, bed &amp; breakfast, café.</p>",
			of:   func(p *content.Property) string { return " " + p.Description[i18n.LangEN] },
		},
		"texts in other elements": {
			text: kyeroFile("D1 <desc><en><p>A text in <b>real</b> elements.</p><p>Second.</p></en></desc>",
				"D2 <desc><en_GB>British</en_GB><es_ES>Texto</es_ES></desc>", "D3 <desc><uk>British</uk><sp>Texto</sp></desc>"),
			want: "D1 sale 500000 <p>A text in <b>real</b> elements.</p><p>Second.</p> - |D2 sale 500000 <p>British</p> - <p>Texto</p>|" +
				"D3 sale 500000 <p>British</p> - <p>Texto</p>",
			of: func(p *content.Property) string {
				return " " + p.Description[i18n.LangEN] + " - " + p.Description[i18n.LangES]
			},
		},
		"a prefix of names": {
			text: `<?xml version="1.0"?><k:root xmlns:k="http://kyero.example/v3"><k:property><k:id>N1</k:id><k:ref>N1</k:ref><k:price>500000</k:price>` +
				`<k:price_freq>sale</k:price_freq><k:type>Villa</k:type><k:town>Marbella</k:town><k:province>Málaga</k:province></k:property></k:root>`,
			want: "N1 sale 500000",
		},
		"a notice of PHP": {
			text: "<br />\n<b>Warning</b>:  Undefined variable $x in <b>/var/www/feed.php</b> on line <b>3</b><br />\n" + kyeroFile("P1"),
			want: "P1 sale 500000",
		},
		"no type and types in other words": {
			text: kyeroFile("Y1 <type></type>", "Y2 <type>country_house</type>", "Y3 <type>House/Villa</type>", "Y4 <type>Land - Building Plot</type>"),
			want: "Y1 sale 500000 Property in Marbella|Y2 sale 500000 Country house in Marbella|Y3 sale 500000 House in Marbella|Y4 sale 500000 Plot in Marbella",
			of:   title,
		},
		"a town in capitals": {
			text: kyeroFile("M1 <town>MARBELLA</town>", "M2 <town>VALLE DEL SOL</town>"), want: "M1 sale 500000 Villa in Marbella|M2 sale 500000 Villa in Valle Del Sol", of: title,
		},
		"a wrong encoding": {
			text: "reference;mode;price;t\u00c3\u00adtulo;town;type\nW1;sale;450.000 \u00e2\u201a\u00ac;Villa en Oj\u00c3\u00a9n;Oj\u00c3\u00a9n;\u00c3\u0081tico\n",
			want: "W1 sale 450000 Villa en Ojén [7]", of: func(p *content.Property) string { return title(p) + " " + fmt.Sprint(p.Types) },
		},
	} {
		t.Run(name, func(t *testing.T) {
			h := start(t, map[string]feeds.Source{"crm": &file{tt.text, tt.mode}})
			report, err := h.engine.Run(t.Context(), "crm", Options{})
			if tt.fails != "" {
				if err == nil || !strings.Contains(err.Error(), tt.fails) {
					t.Errorf("the run ends with %v, want an error that says %s", err, tt.fails)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, home := range strings.Split(tt.want, "|") {
				reference, _, _ := strings.Cut(home, " ")
				p := h.byReference(reference)
				if p == nil {
					got = append(got, reference+" is missing")
					continue
				}
				line := fmt.Sprintf("%s %s %d", reference, p.Price.Mode, p.Price.Amount)
				if tt.of != nil {
					line += tt.of(p)
				}
				got = append(got, line)
			}
			if text := strings.Join(got, "|"); text != tt.want || h.count() != len(got) {
				t.Errorf("%d homes, %s\nwant %s\nproblems %+v", h.count(), text, tt.want, report.Problems)
			}
		})
	}
}

func title(p *content.Property) string { return " " + p.Title[i18n.LangEN] }

// A price on ask hides the amount that was there before.
func TestAPriceOnAskReplacesTheAmount(t *testing.T) {
	source := &file{text: kyeroFile("P1 <price>1250000</price>")}
	h := start(t, map[string]feeds.Source{"crm": source})
	h.run("crm")
	source.text = kyeroFile("P1 <price>POA</price>")
	h.run("crm")
	if p := h.byReference("P1"); p.Price.Public() != 0 || !p.Price.OnAsk {
		t.Errorf("price %+v, want on ask", p.Price)
	}
}

// Each picture is there once, whatever elements stand around its address.
func TestPicturesOfAFileInAllShapes(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		width := 30 + len(r.URL.Path) // another picture for each address
		w.Header().Set("Content-Type", "image/jpeg")
		_ = jpeg.Encode(w, image.NewGray(image.Rect(0, 0, width, 30)), nil)
	}))
	defer server.Close()
	one, two := "<url>"+server.URL+"/1.jpg</url>", "<url>"+server.URL+"/02.jpg</url>"
	source := &file{text: kyeroFile(
		"I1 <images><image id=\"1\">"+one+"</image><image id=\"2\">"+one+"</image></images>",
		"I2 <images>"+one+two+"</images>",
		"I3 <images><image>"+one+two+"</image></images>",
		"I4 <images><image>"+server.URL+"/1.jpg</image><image url=\""+server.URL+"/02.jpg\"/></images>",
	)}
	h := start(t, map[string]feeds.Source{"crm": source}, func(c *Config) {
		c.Feeds[0].NoPictures, c.Feeds[0].PrivateHost = false, []string{strings.TrimPrefix(server.URL, "http://")}
	})
	report := h.run("crm")
	for reference, pictures := range map[string]int{"I1": 1, "I2": 2, "I3": 2, "I4": 2} {
		if p := h.byReference(reference); len(p.Gallery) != pictures {
			t.Errorf("%s has %d pictures, want %d; problems %+v", reference, len(p.Gallery), pictures, report.Problems)
		}
	}
}
