package i18n

import (
	"strings"
	"testing"
	"testing/fstest"
)

func dictionaries(t *testing.T, files map[string]string) Dictionaries {
	t.Helper()
	folder := fstest.MapFS{}
	for name, text := range files {
		folder[name] = &fstest.MapFile{Data: []byte(text)}
	}
	d, err := loadDictionaries(folder)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestTChoosesThePluralForm(t *testing.T) {
	d := dictionaries(t, map[string]string{
		"en/a.json": `{"n_one":"{{count}} home","n_other":"{{count}} homes"}`,
		"fr/a.json": `{"n_one":"{{count}} maison","n_other":"{{count}} maisons"}`,
		"ru/a.json": `{"n_one":"{{count}} дом","n_few":"{{count}} дома","n_many":"{{count}} домов"}`,
	})
	tests := []struct {
		lang  Lang
		count int
		want  string
	}{
		{LangEN, 0, "0 homes"},
		{LangEN, 1, "1 home"},
		{LangEN, 1250, "1.250 homes"},
		{LangFR, 0, "0 maison"},
		{LangFR, 2, "2 maisons"},
		{LangRU, 21, "21 дом"},
		{LangRU, 11, "11 домов"},
		{LangRU, 3, "3 дома"},
		{LangRU, 13, "13 домов"},
		{LangRU, 25, "25 домов"},
		{LangES, 1, "1 home"},
	}
	for _, tt := range tests {
		if got := d.T(tt.lang, "a.n", "count", tt.count); got != tt.want {
			t.Errorf("%s, %d: got %q, want %q", tt.lang, tt.count, got, tt.want)
		}
	}
}

func TestTFallsBackWithoutATranslation(t *testing.T) {
	d := dictionaries(t, map[string]string{
		"en/a.json": `{"x":"Villa {{name}}","only":"here"}`,
		"es/a.json": `{"x":""}`,
	})
	if got := d.T(LangES, "a.x", "name", "Sol"); got != "Villa Sol" {
		t.Errorf("an empty text gives %q, want the English one", got)
	}
	if got := d.T(LangES, "a.none"); got != "a.none" {
		t.Errorf("a missing key gives %q, want the key", got)
	}
}

func TestErrorsNameTheInvalidDictionary(t *testing.T) {
	_, err := loadDictionaries(fstest.MapFS{"es/menu.json": &fstest.MapFile{Data: []byte(`{"open":`)}})
	if err == nil || !strings.Contains(err.Error(), "es/menu.json") {
		t.Errorf("got %v, want an error that names es/menu.json", err)
	}
}
