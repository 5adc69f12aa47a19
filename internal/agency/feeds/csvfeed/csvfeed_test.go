package csvfeed

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"golang.org/x/text/encoding/charmap"
	encoding "golang.org/x/text/encoding/unicode"

	"estate/internal/agency/feeds"
)

type recorder struct {
	listings []*feeds.Listing
	problems []feeds.Problem
}

func (r *recorder) Listing(l *feeds.Listing, _ string) error {
	r.listings = append(r.listings, l)
	return nil
}
func (r *recorder) Present(string) error    { return nil }
func (r *recorder) Problem(p feeds.Problem) { r.problems = append(r.problems, p) }

func read(t *testing.T, text []byte) *recorder {
	t.Helper()
	var r recorder
	if err := Decode(t.Context(), bytes.NewReader(text), feeds.ModeSale, &r); err != nil {
		t.Fatal(err)
	}
	return &r
}

func TestTheTemplateIsReadWithoutAProblem(t *testing.T) {
	var template bytes.Buffer
	if err := Template(&template); err != nil {
		t.Fatal(err)
	}
	r := read(t, template.Bytes())
	if len(r.listings) != 1 || len(r.problems) != 0 {
		t.Fatalf("%d listings, problems %+v", len(r.listings), r.problems)
	}
	l := r.listings[0]
	if l.Key != "MB-1001" || l.Price != 1250000 || l.Mode != feeds.ModeSale || l.Town != "Marbella" || *l.Point != (feeds.Point{Lat: 36.5101, Lng: -4.8825}) ||
		len(l.Pictures) != 2 || len(l.Features) != 2 || l.Titles["es"] != "Villa junto al mar" || l.Consumption != "D" || l.Modified.Year() != 2026 {
		t.Errorf("%+v", l)
	}
}

func TestSeparatorsAndEncodings(t *testing.T) {
	windows, _ := charmap.Windows1252.NewEncoder().Bytes([]byte("Referencia;Precio;Población;Ciudad\r\nÑ1;350.000 €;x;Málaga\r\n"))
	sixteen, _ := encoding.UTF16(encoding.LittleEndian, encoding.UseBOM).NewEncoder().Bytes([]byte("ref\tprice\tciudad\nÑ1\t350,000.00\tMálaga\n"))
	for name, text := range map[string][]byte{
		"comma":     []byte("reference,price,town\nÑ1,\"350,000\",Málaga\n"),
		"semicolon": []byte("\ufeffReference;Price;Town\r\nÑ1;350000,00;Málaga\r\n\r\n;;\r\n"),
		"pipe":      []byte("ref|precio|municipio\nÑ1|350 000|Málaga"),
		"windows":   windows, "utf-16": sixteen,
	} {
		r := read(t, text)
		if len(r.listings) != 1 {
			t.Errorf("%s: %d listings, %+v", name, len(r.listings), r.problems)
		} else if l := r.listings[0]; l.Key != "Ñ1" || l.Price != 350000 || l.Town != "Málaga" {
			t.Errorf("%s: %+v", name, l)
		}
	}
}

func TestABrokenRowCostsNoOtherOne(t *testing.T) {
	r := read(t, []byte("reference;price;mode;beds;lat;pictures;colour\n"+
		"A1;100;sale;many;north;ftp://x;red\n"+ // three warnings
		"A2;cheap;sale;1;;;\n"+
		"A3;100;hourly;1;;;\n"+
		";100;sale;1;;;\n"+
		"A4;100\n"+
		"A1;200;sale;1;;;\n"+
		"A5;x;month;2;36,5;https://x.example/1.jpg;\n"))
	var keys, skipped, warned []string
	for _, l := range r.listings {
		keys = append(keys, l.Key)
	}
	for _, p := range r.problems {
		if p.Line == 0 || p.Reason == "" {
			t.Errorf("a problem without line or reason: %+v", p)
		}
		if p.Skipped {
			skipped = append(skipped, p.Key+" "+p.Field)
		} else {
			warned = append(warned, p.Field)
		}
	}
	if got := strings.Join(keys, ","); got != "A1,A2,A5" {
		t.Errorf("listings %s", got)
	}
	if got := strings.Join(skipped, ","); got != "A3 mode, reference,A4 ,A1 reference" {
		t.Errorf("skipped %q", got)
	}
	if got := strings.Join(warned, ","); got != "town, type,colour,bedrooms,latitude,pictures" {
		t.Errorf("warned %q", got)
	}
	if cheap := r.listings[1]; !cheap.OnAsk || cheap.UnreadPrice != "cheap" {
		t.Errorf("A2 = %+v", cheap)
	}
	if last := r.listings[2]; !last.OnAsk || last.Mode != feeds.ModeMonth || last.Point != nil {
		t.Errorf("A5 = %+v", last)
	}
}

func TestAnOpenQuoteEndsTheRun(t *testing.T) {
	text := "reference;price;title\nA1;1;\"never closed\n" + strings.Repeat("A2;1;a title that is swallowed\n", 10_000)
	if err := Decode(t.Context(), strings.NewReader(text), feeds.ModeSale, &recorder{}); !errors.Is(err, feeds.ErrIncomplete) {
		t.Errorf("error = %v, want ErrIncomplete", err)
	}
	for _, text := range []string{"", "price;town\n1;2\n"} {
		if err := Decode(t.Context(), strings.NewReader(text), feeds.ModeSale, &recorder{}); err == nil {
			t.Errorf("%q has no reference and is read", text)
		}
	}
}

func TestCurrencyMayBeASign(t *testing.T) {
	r := read(t, []byte("reference;price;moneda\nA1;350000;€\nA2;350000;euros\nA3;350000;£\nA4;350000;chf\n"))
	var got []string
	for _, l := range r.listings {
		got = append(got, l.Currency)
	}
	if want := "EUR,EUR,GBP,CHF"; strings.Join(got, ",") != want {
		t.Errorf("currencies %q, want %s", got, want)
	}
}
