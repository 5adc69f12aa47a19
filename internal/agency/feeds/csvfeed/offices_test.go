package csvfeed

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"estate/internal/agency/feeds"
)

func readAs(t *testing.T, mode feeds.Mode, text string) (*recorder, error) {
	t.Helper()
	var r recorder
	err := Decode(t.Context(), strings.NewReader(text), mode, &r)
	return &r, err
}

// said are the problems as "line key field value".
func (r *recorder) said() string {
	var all []string
	for _, p := range r.problems {
		all = append(all, strings.Join(strings.Fields(fmt.Sprintln(p.Line, p.Key, p.Field, p.Value)), " "))
	}
	return strings.Join(all, "|")
}

func TestHeadersAsOfficesWriteThem(t *testing.T) {
	r, err := readAs(t, "", "Ref.;Operación;Tipo de inmueble;Población;Precio venta (€);Nº dormitorios;Nº baños;Sup. construida (m²);Foto 1;Foto 2\n"+
		"HDR-1;Venta;Piso;Marbella;450.000;3;2;120,5;https://pictures.example/1.jpg;https://pictures.example/2.jpg\n")
	if err != nil || len(r.listings) != 1 || len(r.problems) != 0 {
		t.Fatalf("%v, %+v", err, r.problems)
	}
	if l := r.listings[0]; l.Key != "HDR-1" || l.Mode != feeds.ModeSale || l.Type != "Piso" || l.Town != "Marbella" || l.Price != 450000 || l.Currency != "EUR" || l.Bedrooms != 3 ||
		l.Bathrooms != 2 || l.Built != 121 || len(l.Pictures) != 2 {
		t.Errorf("%+v", l)
	}
	r, err = readAs(t, "", "ID,Reference,Property Type,City,Price (GBP),For Sale/For Rent,Built (sq ft),Number of bedrooms,Image 1,Image 2\n7,EN-1,Flat,Estepona,\"450,000\",For Sale,1200,2,https://x.example/a.jpg,\n")
	if err != nil || len(r.listings) != 1 || len(r.problems) != 1 { // the id beside the reference
		t.Fatalf("%v, %+v", err, r.problems)
	}
	if l := r.listings[0]; l.Key != "EN-1" || l.Currency != "GBP" || l.Price != 450000 || l.Built != 111 || l.Bedrooms != 2 {
		t.Errorf("%+v", l)
	}
}

func TestASheetWithoutPriceOrOfferIsRefused(t *testing.T) {
	for text, want := range map[string]string{
		"reference;mode;beds\nA;sale;3\n":                      "1 price, town, type",
		"reference;price;town;type\nA;450000;Marbella;Villa\n": "1 mode",
		"price;town;type;mode\n450000;Marbella;Villa;sale\n":   "1 reference",
	} {
		if r, err := readAs(t, "", text); err == nil || len(r.listings) != 0 || r.said() != want || !r.problems[0].Columns {
			t.Errorf("%q: %v, %d listings, said %q, want %q", text, err, len(r.listings), r.said(), want)
		}
	}
	if r, err := readAs(t, feeds.ModeSale, "reference;price;town;type\nA;450000;Marbella;Villa\n"); err != nil || len(r.listings) != 1 || r.listings[0].Mode != feeds.ModeSale {
		t.Errorf("with mode = \"sale\": %v, %+v", err, r.problems)
	}
}

func TestOffersOfASheet(t *testing.T) {
	for _, tt := range []struct {
		header, row string
		mode        feeds.Mode
		price       int
	}{
		{"Property Status,Price,Price Postfix", "For Rent,1500,/month", feeds.ModeMonth, 1500},
		{"Property Status,Price,Price Postfix", "For Rent,900,/week", feeds.ModeWeek, 900},
		{"Property Status,Price", "For Sale,450000", feeds.ModeSale, 450000},
		{"Price", "1.500 €/mes", feeds.ModeMonth, 1500},
		{"mode,price", "larga temporada,1500", feeds.ModeMonth, 1500},
		{"mode,price", "Alquiler vacacional,900", feeds.ModeWeek, 900},
		{"mode,price", "to let,1500", feeds.ModeMonth, 1500},
		{"mode,price", "for-sale,450000", feeds.ModeSale, 450000},
		{"mode,price", "resale,450000", feeds.ModeSale, 450000},
		{"Precio alquiler (€/mes)", "1500", feeds.ModeMonth, 1500},
		{"Price (€/week)", "900", feeds.ModeWeek, 900},
		{"Precio venta,Precio alquiler", "450000,", feeds.ModeSale, 450000},
		{"Precio venta,Precio alquiler", ",1500", feeds.ModeMonth, 1500},
		{"Operación,Precio venta,Precio alquiler", "Alquiler,450000,1500", feeds.ModeMonth, 1500},
		{"Precio venta,Precio alquiler", "450000,1500", "", 0},
		{"Operación,Precio venta", "Alquiler,450000", "", 0},
		{"mode,price", "sale,1.500 €/mes", "", 0},
		{"mode,price", "hourly,15", "", 0},
		{"mode,price", ",450000", "", 0},
		{"status,price", "available,450000", "", 0},
		{"mode,status,price", "sale,perhaps,450000", "", 0},
	} {
		r, err := readAs(t, "", "reference,town,type,"+tt.header+"\nA,Marbella,Villa,"+tt.row+"\n")
		switch {
		case tt.mode == "" && (err == nil && (len(r.listings) != 0 || len(r.problems) == 0 || !r.problems[0].Skipped) || err != nil && len(r.listings) != 0):
			t.Errorf("%s: %s: %v, %+v, want it left out", tt.header, tt.row, err, r.listings)
		case tt.mode != "" && (err != nil || len(r.listings) != 1 || r.listings[0].Mode != tt.mode || r.listings[0].Price != tt.price):
			t.Errorf("%s: %s: %v, %+v, %+v, want %s %d", tt.header, tt.row, err, r.listings, r.problems, tt.mode, tt.price)
		}
	}
}

func TestStatesOfASheetFailClosed(t *testing.T) {
	r, err := readAs(t, "", "reference;price;town;type;mode;status;new_build\n"+
		"STA-1;450000;Marbella;Villa;sale;SOLD STC;no\nSTA-2;450000;Marbella;Villa;sale;Off-market;no\nSTA-3;450000;Marbella;Villa;sale;No disponible;VERDADERO\n"+
		"STA-4;450000;Marbella;Villa;Alquiler vacacional;disponible;FALSO\nSTA-5;450000;Marbella;Villa;for-sale;señalizado;perhaps\nSTA-6;450000;Marbella;Villa;sale;unheard of;no\n")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, l := range r.listings {
		got = append(got, fmt.Sprint(l.Key, " ", l.Status, " ", l.NewBuild, " ", l.Mode))
	}
	want := []string{"STA-1 under_offer false sale", "STA-2 withdrawn false sale", "STA-3 withdrawn true sale", "STA-4 available false week", "STA-5 reserved false sale"}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if want := "6 STA-5 new_build perhaps|7 STA-6 status unheard of"; r.said() != want {
		t.Errorf("said %q, want %q", r.said(), want)
	}
}

func TestNumbersOfASheet(t *testing.T) {
	r, err := readAs(t, feeds.ModeSale, "reference;price;town;type;built;baths\nGRP-1;450.000.00;Marbella;Villa;120;2\nGRP-2;1.250.00;Marbella;Villa;12.0.0;2\n"+
		"GRP-3;1.5E7;Marbella;Villa;1.5E2;2\nGRP-4;450.000,00;Marbella;Villa;1200 sq ft;2.5\nGRP-5;POA;Marbella;Villa;;\nGRP-6;£450,000;Marbella;Villa;;\n")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, l := range r.listings {
		got = append(got, fmt.Sprint(l.Key, " ", l.Price, l.Currency, " ", l.UnreadPrice, " ", l.OnAsk, " ", l.Built, " ", l.Bathrooms))
	}
	want := []string{
		"GRP-1 0 450.000.00 true 120 2", "GRP-2 0 1.250.00 true 0 2", "GRP-3 15000000  false 150 2", "GRP-4 450000  false 111 2", "GRP-5 0  true 0 0", "GRP-6 450000GBP  false 0 0",
	}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if want := "3 GRP-2 built 12.0.0"; r.said() != want {
		t.Errorf("said %q, want %q", r.said(), want)
	}
}

func TestFormsOfTheSheet(t *testing.T) {
	for name, text := range map[string]string{
		"returns":             "reference;price;town;type\rA;450000;Marbella;Villa\r",
		"sep":                 "sep=;\nreference;price;town;type\nA;450000;Marbella;Villa\n",
		"title rows":          "Agency of the coast;;;\n;;;\nListado a 26/11/2026;;;\nreference;price;town;type\nA;450000;Marbella;Villa\n",
		"trailing separators": "reference;price;town;type\nA;450000;Marbella;Villa;\n",
		"unnamed columns":     "reference;price;town;type;;\nA;450000;Marbella;Villa\n",
		"commas in a title":   "One, two, three, four, five, six\nreference;price;town;type\nA;450000;Marbella;Villa\n",
	} {
		r, err := readAs(t, feeds.ModeSale, text)
		if err != nil || len(r.listings) != 1 || len(r.problems) != 0 || r.listings[0].Price != 450000 || r.listings[0].Type != "Villa" {
			t.Errorf("%s: %v, %+v, %+v", name, err, r.listings, r.problems)
		}
	}
	if r, err := readAs(t, feeds.ModeSale, "reference;price;town;type\n"); err != nil || len(r.problems) != 1 || r.problems[0].Reason != "the file has no property" {
		t.Errorf("an empty sheet: %v, %+v", err, r.problems)
	}
	if r, _ := readAs(t, feeds.ModeSale, "reference;price;town;type\nA;450000;Marbella;Villa;surplus\n"); len(r.listings) != 0 || len(r.problems) != 1 {
		t.Errorf("a surplus cell: %+v, %+v", r.listings, r.problems)
	}
}
