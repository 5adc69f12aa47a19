package content

import (
	"testing"

	"estate/internal/content/i18n"
)

func TestPromotionalNameStandsBeforeForeignTitles(t *testing.T) {
	for _, c := range []struct {
		name, promo, want string
		title             i18n.Text
	}{
		{"title of the language", "Villa Sol", "Casa del golf", i18n.Text{"en": "Golf house", "es": "Casa del golf"}},
		{"promotional name before the English title", "Villa Sol", "Villa Sol", i18n.Text{"en": "Golf house"}},
		{"English title without a promotional name", "", "Golf house", i18n.Text{"en": "Golf house", "es": " "}},
		{"title in a further language", "", "Maison du golf", i18n.Text{"fr": "Maison du golf"}},
		{"nothing but the reference", " ", "ZR1001P", nil},
	} {
		property := &Property{Title: c.title, PromoName: c.promo, Reference: "ZR1001P"}
		development := &Development{Title: c.title, PromoName: c.promo, Reference: "ZR1001P"}
		if p, d := property.TitleIn(i18n.LangES), development.TitleIn(i18n.LangES); p != c.want || d != c.want {
			t.Errorf("%s: property %q, development %q, want %q", c.name, p, d, c.want)
		}
	}
}
