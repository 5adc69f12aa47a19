package i18n

import (
	"testing"
	"time"
)

func TestPriceGroupsThousandsWithDots(t *testing.T) {
	tests := []struct {
		euros int
		want  string
	}{
		{0, "0 €"},
		{950, "950 €"},
		{1500, "1.500 €"},
		{100000, "100.000 €"},
		{1250000, "1.250.000 €"},
		{-42000, "-42.000 €"},
	}
	for _, tt := range tests {
		if got := Price(tt.euros); got != tt.want {
			t.Errorf("Price(%d) = %q, want %q", tt.euros, got, tt.want)
		}
	}
}

func TestAreasAreGroupedByLanguage(t *testing.T) {
	for _, tt := range []struct {
		lang Lang
		n    int
		want string
	}{
		{LangEN, 220, "220 m²"},
		{LangEN, 1200, "1,200 m²"},
		{LangEN, 1234567, "1,234,567 m²"},
		{LangES, 220, "220 m²"},
		{LangES, 1200, "1.200 m²"},
		{LangES, 12000, "12.000 m²"},
	} {
		if got := Area(tt.lang, tt.n); got != tt.want {
			t.Errorf("Area(%s, %d) = %q, want %q", tt.lang, tt.n, got, tt.want)
		}
	}
}

func TestDateInWords(t *testing.T) {
	day := time.Date(2026, time.March, 14, 0, 0, 0, 0, time.UTC)
	for lang, want := range map[Lang]string{LangEN: "14 March 2026", LangES: "14 de marzo de 2026"} {
		if got := Date(lang, day); got != want {
			t.Errorf("Date(%s) = %q, want %q", lang, got, want)
		}
	}
}

func TestTextFallsBackToEnglish(t *testing.T) {
	text := Text{LangEN: "Villa", LangES: ""}
	if got := text.In(LangES); got != "Villa" {
		t.Errorf("In(es) = %q, want the English text", got)
	}
}
