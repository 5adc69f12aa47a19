package route

import (
	"testing"

	"estate/internal/content/i18n"
)

func TestCityTitleInBothLanguages(t *testing.T) {
	tests := []struct {
		lang       i18n.Lang
		slug, want string
	}{
		{i18n.LangEN, "puerto-banus", "Our exclusive properties in Puerto Banus"},
		{i18n.LangES, "san-pedro-de-alcantara", "Nuestras propiedades exclusivas en San Pedro De Alcantara"},
		{i18n.LangES, "m%c3%a1laga", "Nuestras propiedades exclusivas en Málaga"},
		{i18n.LangEN, "100%-x", "Our exclusive properties in 100% X"},
	}
	for _, tt := range tests {
		if got := CityTitle(tt.lang, tt.slug); got != tt.want {
			t.Errorf("CityTitle(%s, %q) = %q, want %q", tt.lang, tt.slug, got, tt.want)
		}
	}
}

func TestValidateDate(t *testing.T) {
	n := func(n int) *int { return &n }
	tests := []struct {
		name             string
		year, month, day *int
		want             string
	}{
		{"century without a leap day", n(1900), n(2), n(29), "29 is a wrong day number"},
		{"century with a leap day", n(2000), n(2), n(29), ""},
		{"month before day", n(2024), n(0), n(99), "0 is a wrong month number"},
		{"no year", nil, nil, nil, "0 is a wrong year number"},
		{"year before the first", n(1899), nil, nil, "1899 is a wrong year number"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := ""
			if failure := ValidateDate(tt.year, tt.month, tt.day); failure != nil {
				got = failure.Detail
			}
			if got != tt.want {
				t.Errorf("ValidateDate = %q, want %q", got, tt.want)
			}
		})
	}
}
