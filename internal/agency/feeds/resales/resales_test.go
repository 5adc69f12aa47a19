package resales

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"estate/internal/agency/feeds"
	"estate/internal/content/i18n"
	"estate/internal/tests/resalestest"
)

// sink keeps what a run hands on, and the versions for the next run.
type sink struct {
	listings []*feeds.Listing
	present  []string
	problems []feeds.Problem
	versions map[string]string
}

func (s *sink) Listing(l *feeds.Listing, version string) error {
	s.listings = append(s.listings, l)
	s.versions[l.Key] = version
	return nil
}
func (s *sink) Present(key string) error  { s.present = append(s.present, key); return nil }
func (s *sink) Problem(p feeds.Problem)   { s.problems = append(s.problems, p) }
func (s *sink) version(key string) string { return s.versions[key] }

var day = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

func properties(n int) []resalestest.Property {
	var all []resalestest.Property
	for i := range n {
		all = append(all, resalestest.Property{
			Reference: fmt.Sprintf("R%d", 1000+i), AgencyRef: fmt.Sprintf("A%d", i), Updated: day.Add(time.Duration(i) * time.Minute), Own: i%2 == 0, Price: 500_000 + i,
			Type: "Apartment", Subtype: "Penthouse", Town: "Marbella", Area: "Puerto Banus", Bedrooms: 3, Built: 120, Lat: 36.5, Lng: -4.9, Text: "A bright flat.",
			Features: map[string][]string{"Pool": {"Communal"}, "Setting": {"Close To Sea"}}, Pictures: []string{"https://pictures.example/" + fmt.Sprint(i) + ".jpg"},
		})
	}
	return all
}

type harness struct {
	*resalestest.Server
	t      *testing.T
	source *Source
	sink   *sink
	next   string
}

func start(t *testing.T, change func(*Config)) *harness {
	t.Helper()
	server := resalestest.Start()
	t.Cleanup(server.Close)
	cfg := Config{Address: server.URL + "/V6", Agent: resalestest.Agent, Key: resalestest.Key, PerSecond: 1e6}
	if change != nil {
		change(&cfg)
	}
	source, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	return &harness{server, t, source, &sink{versions: map[string]string{}}, ""}
}

// run reads once and returns the calls by name.
func (h *harness) run(full bool) (feeds.Result, map[string]int) {
	h.t.Helper()
	h.sink.listings, h.sink.present, h.sink.problems = nil, nil, nil
	result, err := h.source.Read(h.t.Context(), feeds.Run{Checkpoint: h.next, Full: full, Version: h.sink.version}, h.sink)
	if err != nil {
		h.t.Fatal(err)
	}
	h.next = result.Checkpoint
	counts := map[string]int{}
	for _, call := range h.Calls() {
		counts[call.Name]++
	}
	return result, counts
}

func TestAllPagesAreReadByTheQueryOfTheFirst(t *testing.T) {
	h := start(t, nil)
	h.Set(properties(95)...)
	result, calls := h.run(true)
	if !result.Complete || len(h.sink.listings) != 95 || calls["SearchProperties"] != 3 || calls["PropertyDetails"] != 95 {
		t.Fatalf("%+v, %d listings, %v, %+v", result, len(h.sink.listings), calls, h.sink.problems)
	}
	// The pictures have other keys, and nothing else is different.
	result, calls = h.run(true)
	if !result.Complete || len(h.sink.present) != 95 || calls["PropertyDetails"] != 0 {
		t.Errorf("unchanged: %+v, %d present, %v", result, len(h.sink.present), calls)
	}
}

func TestDetailsBecomeAListing(t *testing.T) {
	h := start(t, nil)
	h.Set(properties(2)...)
	h.run(true)
	l := h.sink.listings[1]
	if l.Key != "R1000" || !slices.Equal(l.References, []string{"A0", "R1000"}) || l.Shared || l.Price != 500_000 || l.Mode != feeds.ModeSale || l.Type != "Apartment - Penthouse" ||
		l.Town != "Marbella" || l.Area != "Puerto Banus" || l.Bedrooms != 3 || l.Built != 120 || *l.Point != (feeds.Point{Lat: 36.5, Lng: -4.9}) || l.Consumption != "D" ||
		l.ConsumptionValue != 101.5 || l.CommunityFee != 2400 || l.PropertyTax != 1200 || l.WasteTax != 180 || l.YearBuilt != 2004 ||
		l.Descriptions[i18n.LangES] != "es: A bright flat." || !slices.Equal(l.Features, []string{"Close To Sea", "Pool: Communal"}) && !slices.Equal(l.Features, []string{"Pool: Communal", "Close To Sea"}) ||
		len(l.Pictures) != 1 || l.Pictures[0].URL != "https://pictures.example/0.jpg" || l.Status != feeds.StatusAvailable {
		t.Errorf("%+v", l)
	}
	if other := h.sink.listings[0]; !other.Shared || !slices.Equal(other.References, []string{"R1001"}) {
		t.Errorf("shared: %+v", other)
	}
}

func TestARunBetweenReadsWhatWasUpdated(t *testing.T) {
	h := start(t, nil)
	all := properties(200)
	h.Set(all...)
	h.run(true)
	all[3].Price, all[3].Updated = 1, day.Add(24*time.Hour)
	h.Set(all...)
	result, calls := h.run(false)
	if result.Complete || len(h.sink.listings) != 1 || h.sink.listings[0].Price != 1 || calls["SearchProperties"] != 1 || calls["PropertyDetails"] != 1 {
		t.Errorf("%+v, %d listings, %v", result, len(h.sink.listings), calls)
	}
}

// TestRefusedDetailsAreAskedForAgain: the watermark does not move past a property that was not read.
func TestRefusedDetailsAreAskedForAgain(t *testing.T) {
	h := start(t, nil)
	all := properties(120)
	h.Set(all...)
	h.run(true)
	all[3].Price, all[3].Updated = 1, day.Add(24*time.Hour)
	all[4].Price, all[4].Updated = 2, day.Add(48*time.Hour)
	h.Set(all...)
	h.RefuseDetails(all[3].Reference, true)
	if h.run(false); len(h.sink.listings) != 1 || len(h.sink.problems) != 1 || !h.sink.problems[0].Skipped {
		t.Fatalf("%d listings, %+v", len(h.sink.listings), h.sink.problems)
	}
	h.RefuseDetails(all[3].Reference, false)
	if h.run(false); len(h.sink.listings) != 1 || h.sink.listings[0].Price != 1 {
		t.Errorf("%+v", h.sink.listings)
	}
	for _, call := range h.Calls() {
		if call.Params.Get("P_Dimension") != "1" {
			t.Errorf("%s does not ask for metres", call.Name)
		}
	}
}

func TestSquareFeetAndStatesAreConverted(t *testing.T) {
	for _, tt := range []struct{ row, status string }{
		{`{"Reference":"R1","Price":1,"Dimensions":"Feet","Built":"1000","Status":{"system":"Off Market"}}`, feeds.StatusWithdrawn},
		{`{"Reference":"R1","Price":1,"Dimensions":"metres","Built":"93","Status":{"system":"Sale Agreed"}}`, feeds.StatusUnderOffer},
	} {
		var p property
		if err := json.Unmarshal([]byte(tt.row), &p); err != nil {
			t.Fatal(err)
		}
		l, err := p.listing("R1", feeds.ModeSale, true, []string{"en"}, func(field, value, reason string) { t.Errorf("%s: %s: %s", field, value, reason) })
		if err != nil || l.Built != 93 || l.Status != tt.status {
			t.Errorf("%s: %+v, %v", tt.row, l, err)
		}
	}
}

func TestNumbersAndStatesFailClosed(t *testing.T) {
	warned := 0
	read := func(row string) (*feeds.Listing, error) {
		var p property
		if err := json.Unmarshal([]byte(row), &p); err != nil {
			t.Fatal(err)
		}
		return p.listing("R1", feeds.ModeSale, true, []string{"en"}, func(string, string, string) { warned++ })
	}
	for price, want := range map[string]int{`1.5E7`: 15_000_000, `450000.5`: 450_001, `95.125`: 95, `"1,250,000"`: 1_250_000, `"450.000,00 €"`: 450_000} {
		if l, err := read(`{"Reference":"R1","Price":` + price + `}`); err != nil || l.Price != want || l.OnAsk {
			t.Errorf("price %s: %+v, %v, want %d", price, l, err, want)
		}
	}
	if l, err := read(`{"Reference":"R1","Price":"POA"}`); err != nil || !l.OnAsk || l.UnreadPrice != "" {
		t.Errorf("on ask: %+v, %v", l, err)
	}
	if l, err := read(`{"Reference":"R1","Price":"450.000.00","Built":95.125,"Bathrooms":"2.5","Plot":"x"}`); err != nil || l.Price != 0 || l.UnreadPrice == "" || l.Built != 95 || l.Bathrooms != 2 {
		t.Errorf("unread: %+v, %v", l, err)
	}
	if _, err := read(`{"Reference":"R1","Price":1,"Status":{"system":"Perhaps"}}`); err == nil {
		t.Error("a state that is not known is taken for available")
	}
}

func TestAnExpiredQueryStartsAgain(t *testing.T) {
	h := start(t, nil)
	h.Set(properties(150)...)
	h.ExpireAt(3)
	result, calls := h.run(true)
	if !result.Complete || len(h.sink.listings) != 150 || calls["SearchProperties"] != 7 || calls["PropertyDetails"] != 150 {
		t.Errorf("%+v, %d listings, %v", result, len(h.sink.listings), calls)
	}
}

func TestSoldPropertiesInTheirLimitedShapeAreNoLongerOffered(t *testing.T) {
	h := start(t, nil)
	all := properties(3)
	all[1].Status, all[1].Price = "Sold", 0
	all[2].Status = "Under Offer"
	h.Set(all...)
	result, _ := h.run(true)
	if !result.Complete || len(h.sink.listings) != 2 || h.sink.listings[0].Status != feeds.StatusUnderOffer {
		t.Errorf("%+v, %+v", result, h.sink.listings)
	}
}

func TestDevelopmentsHaveRanges(t *testing.T) {
	h := start(t, nil)
	all := properties(1)
	all[0].Development, all[0].Lat, all[0].Lng = true, 0, 0
	h.Set(all...)
	h.run(true)
	if l := h.sink.listings[0]; !l.Development || l.Price != 500_000 || l.PriceTo != 1_000_000 || l.Bedrooms != 6 || l.Point != nil {
		t.Errorf("%+v", l)
	}
}

func TestAFilterTellsOwnFromShared(t *testing.T) {
	h := start(t, func(c *Config) { c.OwnFilters = []string{"own"} })
	h.Set(properties(50)...)
	h.run(true)
	own := 0
	for _, l := range h.sink.listings {
		if !l.Shared {
			own++
		}
	}
	if own != 25 {
		t.Errorf("%d own, want 25", own)
	}
}

func TestNoErrorRepeatsTheKey(t *testing.T) {
	for code := range meanings {
		h := start(t, nil)
		h.Refuse(code)
		_, err := h.source.Read(t.Context(), feeds.Run{Full: true, Version: h.sink.version}, h.sink)
		var refused *Error
		if !errors.As(err, &refused) || refused.Code != code || strings.Contains(err.Error(), resalestest.Key) || strings.Contains(err.Error(), resalestest.Agent) {
			t.Errorf("%s: %v", code, err)
		}
	}
	h := start(t, func(c *Config) { c.Key = "wrong-key-1234" })
	if _, err := h.source.Read(t.Context(), feeds.Run{Version: h.sink.version}, h.sink); err == nil || strings.Contains(err.Error(), "wrong-key") {
		t.Errorf("wrong key: %v", err)
	}
	h.Close()
	if _, err := h.source.Read(t.Context(), feeds.Run{Version: h.sink.version}, h.sink); err == nil || strings.Contains(err.Error(), "wrong-key") || strings.Contains(err.Error(), "p2") {
		t.Errorf("server down: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := h.source.Read(ctx, feeds.Run{Version: h.sink.version}, h.sink); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

func TestARefusalInTheMiddleRemovesNothing(t *testing.T) {
	h := start(t, nil)
	h.Set(properties(100)...)
	h.run(true)
	h.Refuse("001")
	if _, err := h.source.Read(t.Context(), feeds.Run{Checkpoint: h.next, Full: true, Version: h.sink.version}, h.sink); err == nil {
		t.Error("a refusal is taken for an empty search")
	}
}

func TestRegisterLeadSendsWhatIsRequired(t *testing.T) {
	h := start(t, nil)
	lead := Lead{Reference: "R1", Name: "Ana María López", Mail: "ana@example.org", Phone: "+34600", Subject: "R1", Message: "See https://evil.example/ and www.x.example", Source: "google"}
	if err := h.source.Client().RegisterLead(t.Context(), lead); err != nil {
		t.Fatal(err)
	}
	got := h.Leads()[0]
	if got.Get("M1") != "Ana" || got.Get("M2") != "María López" || got.Get("M7") != "See (link) and (link)" || got.Get("RsId") != "R1" || got.Get("Source") != "google" {
		t.Errorf("%v", got)
	}
	if err := h.source.Client().RegisterLead(t.Context(), Lead{Name: "Ana"}); !errors.Is(err, ErrNoMail) {
		t.Errorf("without mail: %v", err)
	}
}

func FuzzProperty(f *testing.F) {
	f.Add([]byte(`{"Reference":"R1","Price":"1 - 2","Bedrooms":3,"PropertyFeatures":{"Category":{"Type":"Pool","Value":"Private"}},"Pictures":{"Picture":[]}}`))
	f.Add([]byte(`{"Reference":1,"Price":null,"Description":{"1":"x","es_ES":"y"},"GpsX":"36.5","GpsY":"-4.9"}`))
	f.Fuzz(func(t *testing.T, row []byte) {
		var p property
		if json.NewDecoder(bytes.NewReader(row)).Decode(&p) != nil {
			return
		}
		fingerprint(row)
		if l, err := p.listing("R1", feeds.ModeSale, true, []string{"en", "es"}, func(string, string, string) {}); err == nil && l.Price < 0 {
			t.Errorf("price %d", l.Price)
		}
	})
}

// A search that says nothing of the offer must not put rents on sale.
func TestASearchWithoutAnOfferIsNoSale(t *testing.T) {
	for name, tt := range map[string]struct {
		search, says, period string
		mode, want           feeds.Mode
	}{
		"the search for sales":         {search: "1", want: feeds.ModeSale},
		"of short rents":               {search: "2", want: feeds.ModeWeek},
		"of long rents":                {search: "3", want: feeds.ModeMonth},
		"a period wins":                {search: "2", period: "Per Night", want: feeds.ModeDay},
		"featured":                     {search: "4"},
		"featured, by the settings":    {search: "4", mode: feeds.ModeSale, want: feeds.ModeSale},
		"an id, as the service says":   {search: "4711", says: "Sale", want: feeds.ModeSale},
		"an id of rents":               {search: "4711", says: "Long Rental", mode: feeds.ModeSale, want: feeds.ModeMonth},
		"an id of short rents":         {search: "4711", says: "Short Rental", want: feeds.ModeWeek},
		"an id of which nothing says":  {search: "4711", says: "Custom"},
		"an id with a period":          {search: "4711", says: "Custom", period: "Monthly", want: feeds.ModeMonth},
		"a period that nobody knows":   {search: "3", period: "fortnight"},
		"a search for sales of a rent": {search: "1", period: "Week", want: feeds.ModeWeek},
	} {
		h := start(t, func(c *Config) { c.Filters, c.Mode = []string{tt.search}, tt.mode })
		home := properties(1)
		home[0].Period = tt.period
		h.SearchType(tt.says)
		h.Set(home...)
		h.run(true)
		switch {
		case tt.want == "" && (len(h.sink.listings) != 0 || len(h.sink.problems) != 1 || !h.sink.problems[0].Skipped):
			t.Errorf("%s: %d listings, problems %+v", name, len(h.sink.listings), h.sink.problems)
		case tt.want != "" && (len(h.sink.listings) != 1 || h.sink.listings[0].Mode != tt.want):
			t.Errorf("%s: %+v, problems %+v; want %s", name, h.sink.listings, h.sink.problems, tt.want)
		}
	}
}
