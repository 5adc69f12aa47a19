package compose

import (
	"testing"

	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/content/sanitize"
)

func TestLinksOfMenuColumns(t *testing.T) {
	text := func(en string) i18n.Text { return i18n.Text{i18n.LangEN: en} }
	menu := content.Menu{Items: []content.MenuItem{{Link: "", Label: text("Buy"), Columns: []content.MenuColumn{
		{Title: text("Villas"), Link: "/villas/", Button: text("All villas")},
		{Title: text("Plots"), Link: "/plots/"},
		{Link: "nowhere"},
		{},
	}}}}
	sanitizer, err := sanitize.New(sanitize.Config{SiteURL: "https://estate.example"})
	if err != nil {
		t.Fatal(err)
	}
	items := chromeBuilder{converter: &converter{sanitizer: sanitizer}, lang: i18n.LangES}.menu(menu) // without Spanish labels: English
	if len(items) != 1 || items[0].Text != "Buy" || len(items[0].Columns) != 2 {
		t.Fatalf("menu = %+v, want one entry with the two columns that hold something", items)
	}
	button, title := items[0].Columns[0], items[0].Columns[1]
	if button.Href != "" || button.Button == nil || button.Button.Href != "/villas/" || button.Button.Text != "All villas" {
		t.Errorf("column with a button = %+v", button)
	}
	if title.Href != "/plots/" || title.Button != nil {
		t.Errorf("column with a link alone = %+v, its title should lead there", title)
	}
}

func TestEnergyStatus(t *testing.T) {
	tests := []struct {
		energy content.Energy
		want   string
	}{
		{content.Energy{}, "pending"},
		{content.Energy{Consumption: "B"}, "rated"},
		{content.Energy{ConsumptionValue: 48}, "rated"},
		{content.Energy{Status: "exempt", ConsumptionValue: 48}, "exempt"},
	}
	for _, tt := range tests {
		if got := energyStatus(&tt.energy); got != tt.want {
			t.Errorf("energyStatus(%+v) = %q, want %q", tt.energy, got, tt.want)
		}
	}
}
