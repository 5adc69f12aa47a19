package compose_test

import (
	"strings"
	"testing"

	"estate/internal/content"
	"estate/internal/site/view"
	"estate/internal/store"
)

func TestBuyingCostsAreShownWhereTheyFit(t *testing.T) {
	h := newHarness(t, nil)
	found, err := h.store.BySlug(t.Context(), "es", "properties", "casa-del-mar")
	if err != nil {
		t.Fatal(err)
	}
	original := *found[0].(*content.Property)
	costs := func(change func(*content.Property)) *view.BuyingCosts {
		t.Helper()
		p := original
		p.Modified = original.Modified.AddDate(0, 1, 0)
		change(&p)
		if err := h.store.Write(t.Context(), func(b *store.Batch) error { return b.Put(&p) }); err != nil {
			t.Fatal(err)
		}
		return find[*view.PropertySection](t, h.view(t, "/es/properties/casa-del-mar/")).BuyingCosts
	}
	rows := func(c *view.BuyingCosts) string {
		if c == nil {
			return ""
		}
		var text []string
		for _, row := range c.Rows {
			text = append(text, strings.TrimSpace(row.Label+" "+row.Rate)+" "+row.Amount)
		}
		return strings.Join(text, "; ")
	}
	resale := rows(costs(func(p *content.Property) { p.Price.Amount = 1_000_000 }))
	if want := "Impuesto de transmisiones (ITP) 7 % 70.000 €; Notaría 0,1 – 0,3 % 1.000 – 3.000 €; Registro de la propiedad 0,05 – 0,2 % 500 – 2.000 €; " +
		"Abogado 1 – 1,5 % 10.000 – 15.000 €; Impuestos y gastos 81.500 – 90.000 €; Precio con impuestos y gastos 1.081.500 – 1.090.000 €"; resale != want {
		t.Errorf("an earlier owner: %s\nwant %s", resale, want)
	}
	built := costs(func(p *content.Property) { p.Price.Amount, p.NewBuild = 1_000_000, true })
	if got := rows(built); !strings.HasPrefix(got, "IVA de obra nueva 10 % 100.000 €; Actos jurídicos documentados (AJD) 1,2 % 12.000 €; ") || strings.Contains(got, "ITP") {
		t.Errorf("a new build: %s", got)
	}
	if built == nil || built.Source == "" || !strings.Contains(built.Note, "de 2026") || !strings.HasPrefix(built.Link, "https://www.boe.es/") {
		t.Errorf("date and source: %+v", built)
	}
	for name, change := range map[string]func(*content.Property){
		"rent by the month":  func(p *content.Property) { p.Price.Mode = content.PriceMonth },
		"holiday by the day": func(p *content.Property) { p.Price.Mode = content.PriceDay },
		"price on ask":       func(p *content.Property) { p.Price.OnAsk = true },
		"no price":           func(p *content.Property) { p.Price.Amount = 0 },
		"another currency":   func(p *content.Property) { p.Price.Currency = "GBP" },
		"sold":               func(p *content.Property) { p.Availability = content.UnitSold },
		"part ownership":     func(p *content.Property) { p.Tenure = content.TenurePartOwnership },
		"a plot":             func(p *content.Property) { p.Types = []int{45} },
		"commercial":         func(p *content.Property) { p.Types = []int{96} },
		"unknown province":   func(p *content.Property) { p.Province = 0 },
	} {
		if got := costs(change); got != nil {
			t.Errorf("%s: costs %s", name, rows(got))
		}
	}
}
