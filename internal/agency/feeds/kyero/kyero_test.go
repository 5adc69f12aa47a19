package kyero

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"
	"unicode/utf16"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/text/encoding/charmap"

	"estate/internal/agency/feeds"
	"estate/internal/content/i18n"
)

// recorder is a sink that keeps what it gets.
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

func (r *recorder) key(t *testing.T, key string) *feeds.Listing {
	t.Helper()
	for _, l := range r.listings {
		if l.Key == key {
			return l
		}
	}
	t.Fatalf("no listing %q", key)
	return nil
}

func read(t *testing.T, feed string) *recorder {
	t.Helper()
	var r recorder
	if err := Decode(t.Context(), strings.NewReader(feed), "", &r); err != nil {
		t.Fatal(err)
	}
	return &r
}

func traps(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("testdata/traps.xml")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestEveryElementIsRead(t *testing.T) {
	got := read(t, traps(t)).key(t, "plain")
	want := &feeds.Listing{
		Key: "plain", Line: 10, References: []string{"MB-1"}, Modified: time.Date(2026, 3, 1, 9, 5, 7, 0, time.UTC),
		Mode: feeds.ModeSale, Price: 1250000, Currency: "EUR", Type: "Villa", Country: "Spain", Province: "Málaga", Town: "Marbella",
		Area: "Golden Mile", Postcode: "29602", Point: &feeds.Point{Lat: 36.51, Lng: -4.88}, Bedrooms: 4, Bathrooms: 3, Built: 320, Plot: 1100, Terrace: 80,
		Cadastral: "9872023VH5797S0001WX", Consumption: "D",
		Descriptions: i18n.Text{
			"en": "A villa with a <property> sign & a view.\n\nSecond paragraph.", "es": "Una villa con vistas & jardín.", "de": "Eine Villa am Meer.",
		},
		Features: []string{"Pool", "Sea views", "Jardín privado"},
		Pictures: []feeds.Picture{
			{URL: "https://pictures.example/1/a.jpg"}, {URL: "https://pictures.example/1/b.jpg?v=7&z=1"}, {URL: "https://pictures.example/1/plan.png", Plan: true},
		},
		Note: "the key is under the mat", Premium: true,
		Video: "https://video.example/1", Tour: "https://tour.example/1",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestDialectsAndTrapsAreRead(t *testing.T) {
	r := read(t, traps(t))
	week := r.key(t, "rent-week")
	if week.Mode != feeds.ModeWeek || week.Price != 3500 || week.Plot != 55 || week.Descriptions[i18n.LangEN] != "One line" || week.Modified.Minute() != 5 || week.Type != "Ático" {
		t.Errorf("rent-week = %+v", week)
	}
	ask := r.key(t, "on-ask")
	if !ask.OnAsk || ask.Price != 0 || ask.Type != "House" || !ask.Modified.IsZero() || !strings.Contains(ask.Descriptions[i18n.LangEN], "R&D house") {
		t.Errorf("on-ask = %+v", ask)
	}
	after := r.key(t, "after")
	if !after.NewBuild || after.Point != nil || after.Cadastral != "" || after.Consumption != "" || len(after.Pictures) != 0 {
		t.Errorf("after = %+v", after)
	}
	if last := r.key(t, "last"); last.Mode != feeds.ModeMonth || last.Price != 450000 {
		t.Errorf("last = %+v", last)
	}
}

func TestABrokenListingCostsNoOtherOne(t *testing.T) {
	r := read(t, traps(t))
	if len(r.listings) != 6 {
		t.Errorf("%d listings, want 6", len(r.listings))
	}
	if bad := r.key(t, "bad-price"); bad.UnreadPrice != "ask us" || !bad.OnAsk || bad.Price != 0 {
		t.Errorf("bad-price = %+v", bad)
	}
	var skipped []string
	for _, p := range r.problems {
		if p.Reason == "" || p.Line < 10 {
			t.Errorf("a problem without line or reason: %+v", p)
		}
		if p.Skipped {
			skipped = append(skipped, fmt.Sprintf("%d %s %s", p.Line, p.Key, p.Field))
		}
	}
	want := []string{"86 bad-freq price_freq", "87  id", "88 plain id", "89 unclosed ", "91 broken "}
	if diff := cmp.Diff(want, skipped); diff != "" {
		t.Errorf("skipped: %s", diff)
	}
	var warned []string
	for _, p := range r.problems {
		if p.Key == "after" || p.Key == "plain" && !p.Skipped {
			warned = append(warned, p.Field)
		}
	}
	if diff := cmp.Diff([]string{"desc/de", "currency", "catastral", "energy_rating/consumption", "images/image", "mystery"}, warned); diff != "" {
		t.Errorf("warned: %s", diff)
	}
}

func TestAWebPageIsNoFeed(t *testing.T) {
	for _, page := range []string{"<!DOCTYPE html>\n<html><body>Please sign in</body></html>", "<html><p>Error", `{"error":"x"}`} {
		if err := Decode(t.Context(), strings.NewReader(page), "", &recorder{}); err == nil {
			t.Errorf("%s: it is read as a feed without properties", page)
		}
	}
}

func TestAFeedWithoutItsEndIsIncomplete(t *testing.T) {
	whole := traps(t)
	for _, cut := range []int{len(whole) - 8, len(whole) / 2, 200} {
		if err := Decode(t.Context(), strings.NewReader(whole[:cut]), "", &recorder{}); !errors.Is(err, feeds.ErrIncomplete) {
			t.Errorf("cut at %d: %v, want ErrIncomplete", cut, err)
		}
	}
	for _, page := range []string{"", "Service unavailable"} {
		if err := Decode(t.Context(), strings.NewReader(page), "", &recorder{}); err == nil {
			t.Errorf("%q is taken for a complete feed", page)
		}
	}
	for _, page := range []string{"<root></root>", "<root/>"} {
		var r recorder
		if err := Decode(t.Context(), strings.NewReader(page), "", &r); err != nil || len(r.listings) != 0 {
			t.Errorf("%q: %v, %d listings", page, err, len(r.listings))
		}
	}
}

func TestEncodings(t *testing.T) {
	text := `<?xml version="1.0" encoding="%s"?><root><property><id>1</id><ref>1</ref><price>1</price><type>Ático</type><town>Málaga €</town></property></root>`
	windows := func(s string) []byte {
		b, err := charmap.Windows1252.NewEncoder().String(s)
		if err != nil {
			t.Fatal(err)
		}
		return []byte(b)
	}
	sixteen := []byte{0xFF, 0xFE}
	for _, unit := range utf16.Encode([]rune(fmt.Sprintf(text, "UTF-16"))) {
		sixteen = append(sixteen, byte(unit), byte(unit>>8))
	}
	for name, feed := range map[string][]byte{
		"utf-8":                     []byte(fmt.Sprintf(text, "UTF-8")),
		"byte order mark":           append([]byte("\ufeff"), fmt.Sprintf(text, "utf-8")...),
		"windows-1252":              windows(fmt.Sprintf(text, "windows-1252")),
		"windows, declared latin 1": windows(fmt.Sprintf(text, "ISO-8859-1")),
		"windows, declared utf-8":   windows(fmt.Sprintf(text, "utf-8")),
		"utf-16":                    sixteen,
	} {
		var r recorder
		if err := Decode(t.Context(), bytes.NewReader(feed), feeds.ModeSale, &r); err != nil || len(r.listings) != 1 {
			t.Errorf("%s: %v, %d listings", name, err, len(r.listings))
		} else if l := r.listings[0]; l.Type != "Ático" || l.Town != "Málaga €" {
			t.Errorf("%s: %q, %q", name, l.Type, l.Town)
		}
	}
}

func TestHostileFeeds(t *testing.T) {
	const good = "<property><id>good</id><ref>1</ref><price>1</price><type>Villa</type><town>Ronda</town></property></root>"
	for name, bad := range map[string]string{
		"entity bomb":    `<!DOCTYPE root [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]><root><property><id>x</id><price>&b;</price></property>`,
		"external":       `<!DOCTYPE root [<!ENTITY a SYSTEM "file:///etc/passwd">]><root><property><id>x</id><price>1</price><town>&a;</town></property>`,
		"deep":           "<root><property><id>x</id>" + strings.Repeat("<a>", 5000) + "</property>",
		"large":          "<root><property><id>x</id><town>" + strings.Repeat("a", 5<<20) + "</town></property>",
		"many elements":  "<root><property><id>x</id>" + strings.Repeat("<a></a>", 6000) + "</property>",
		"long text":      "<root><property><id>x</id><price>1</price><town>" + strings.Repeat("a", 300_000) + "</town></property>",
		"control signs":  "<root><property><id>x\x00\x01</id><price>x</price></property>",
		"angle brackets": "<root><property><id>x</id><<<>>></property>",
	} {
		var r recorder
		if err := Decode(t.Context(), strings.NewReader(bad+good), feeds.ModeSale, &r); err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if r.key(t, "good"); len(r.listings) > 2 {
			t.Errorf("%s: %d listings", name, len(r.listings))
		}
		for _, l := range r.listings {
			if strings.Contains(l.Town, "root:") || len(l.Town) > maxText {
				t.Errorf("%s: town %.50q", name, l.Town)
			}
		}
	}
}

// generated is a feed of n properties that is written while it is read.
func generated(n int) io.Reader {
	reader, writer := io.Pipe()
	go func() {
		_, _ = io.WriteString(writer, "<root>\n")
		text := strings.Repeat("A bright house near the sea. ", 20)
		for i := range n {
			_, err := fmt.Fprintf(writer, "<property>\n<id>%d</id>\n<ref>R%d</ref>\n<date>2026-01-01 00:00:00</date>\n<price>%d</price>\n<price_freq>sale</price_freq>\n<type>Villa</type>\n<town>Marbella</town>\n<desc>\n<en>%s</en>\n<es>%s</es>\n</desc>\n</property>\n", i, i, 100000+i, text, text)
			if err != nil {
				return
			}
		}
		_, _ = io.WriteString(writer, "</root>\n")
		_ = writer.Close()
	}()
	return reader
}

// counter forgets the listings.
type counter struct{ recorder }

func (c *counter) Listing(*feeds.Listing, string) error {
	c.listings = append(c.listings, nil)
	return nil
}

func TestMemoryDoesNotGrowWithTheFeed(t *testing.T) {
	if testing.Short() {
		t.Skip("reads 50,000 properties")
	}
	var c counter
	var before, now runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	started := time.Now()
	if err := Decode(context.Background(), generated(50_000), "", &c); err != nil || len(c.listings) != 50_000 {
		t.Fatalf("%v, %d listings", err, len(c.listings))
	}
	took := time.Since(started)
	runtime.GC()
	runtime.ReadMemStats(&now)
	if grown := int64(now.HeapAlloc) - int64(before.HeapAlloc); grown > 16<<20 {
		t.Errorf("the heap grew by %d MB", grown>>20)
	}
	if now.Sys-before.Sys > 64<<20 {
		t.Errorf("the process grew by %d MB", (now.Sys-before.Sys)>>20)
	}
	t.Logf("50,000 properties in %v, %d MB more from the system", took, (now.Sys-before.Sys)>>20)
}

func TestAnUnchangedFileIsNotReadAgain(t *testing.T) {
	etag, requests, bodies := `"one"`, 0, 0
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		requests++
		if etag != "" {
			w.Header().Set("ETag", etag)
			if r.Header.Get("If-None-Match") == etag {
				w.WriteHeader(http.StatusNotModified)
				return
			}
		}
		bodies++
		_, _ = io.WriteString(w, traps(t))
	}))
	defer server.Close()
	source := Source{File: feeds.Download{Address: server.URL + "/feed.xml?token=secret", Folder: t.TempDir(), Name: "feed.xml"}}
	run := func(run feeds.Run) (feeds.Result, int) {
		var r recorder
		result, err := source.Read(t.Context(), run, &r)
		if err != nil {
			t.Fatal(err)
		}
		return result, len(r.listings)
	}
	first, n := run(feeds.Run{})
	if !first.Complete || n != 6 {
		t.Fatalf("first run: %+v, %d listings", first, n)
	}
	if again, n := run(feeds.Run{Checkpoint: first.Checkpoint}); !again.Unchanged || n != 0 || bodies != 1 {
		t.Errorf("by ETag: %+v, %d listings, %d bodies", again, n, bodies)
	}
	etag = ""
	if again, n := run(feeds.Run{Checkpoint: first.Checkpoint}); !again.Unchanged || n != 0 || bodies != 2 {
		t.Errorf("by hash: %+v, %d listings, %d bodies", again, n, bodies)
	}
	if again, n := run(feeds.Run{Checkpoint: first.Checkpoint, Full: true}); again.Unchanged || n != 6 {
		t.Errorf("full: %+v, %d listings", again, n)
	}
	server.Close()
	if _, err := source.Read(t.Context(), feeds.Run{}, &recorder{}); err == nil || strings.Contains(err.Error(), "secret") {
		t.Errorf("error of a server that is down: %v", err)
	}
}

func FuzzDecode(f *testing.F) {
	text, err := os.ReadFile("testdata/traps.xml")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(text)
	f.Add([]byte("<root><property><id>1</id></property></root>"))
	f.Fuzz(func(t *testing.T, feed []byte) {
		var r recorder
		_ = Decode(t.Context(), bytes.NewReader(feed), "", &r)
		keys := map[string]bool{}
		for _, l := range r.listings {
			if l.Key == "" || keys[l.Key] {
				t.Errorf("key %q is empty or repeated", l.Key)
			}
			keys[l.Key] = true
		}
	})
}

// TestTheFixtureHasEveryElement: the round trip through the site (internal/app) stands on it.
func TestTheFixtureHasEveryElement(t *testing.T) {
	text, err := os.ReadFile("testdata/every-element.xml")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range known {
		if name != "plot_area" && !strings.Contains(strings.ToLower(string(text)), "<"+name+">") { // a spelling of wrong exporters
			t.Errorf("the fixture lacks %s", name)
		}
	}
	if r := read(t, string(text)); len(r.problems) != 0 || len(r.listings) != 4 {
		t.Errorf("%d listings, problems %+v", len(r.listings), r.problems)
	}
}
