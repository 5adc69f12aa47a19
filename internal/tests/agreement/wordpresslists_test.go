package agreement

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/content/search"
	"estate/internal/tests/wordpresstest"
)

// TestPluginListsOfRealWordPressAgree compares the lists that the plugin repeats in PHP with those in Go:
// sections with their fields, terms with their ids.
func TestPluginListsOfRealWordPressAgree(t *testing.T) {
	site := wordpresstest.Open(t)
	program := filepath.Join(t.TempDir(), "lists.php")
	const text = `<?php
	$_SERVER += ['HTTP_HOST' => 'localhost', 'REQUEST_URI' => '/', 'REQUEST_METHOD' => 'GET'];
	require $argv[1] . '/wp-config.php';
	$fields = array_map(static fn($one) => array_column($one, 'name'), \Estate\Content\Layouts::all());
	echo json_encode(['layouts' => $fields, 'terms' => \Estate\Content\Catalogue::terms()]);`
	if err := os.WriteFile(program, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	var lists struct {
		Layouts map[string][]string             `json:"layouts"`
		Terms   map[string]map[string][3]string `json:"terms"`
	}
	if err := json.Unmarshal([]byte(site.PHP(t, program, filepath.Join(site.State, "site"))), &lists); err != nil {
		t.Fatal(err)
	}
	for _, layout := range content.Layouts() {
		fields, err := content.Section{Layout: layout}.Decode()
		if err != nil {
			t.Fatal(err)
		}
		want, got := fieldNames(fields), lists.Layouts[layout]
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Errorf("section %s has the fields %v in the plugin, want %v", layout, got, want)
		}
	}
	catalog := search.NewCatalog(search.Lists{})
	for taxonomy, count := range map[string]int{search.KeyOffer: 3, search.KeyType: 8, search.KeyCategories: 3, search.KeyLocation: 7} {
		if got := len(lists.Terms[taxonomy]); got != count {
			t.Errorf("the plugin has %d terms of %s, want %d", got, taxonomy, count)
		}
		for id, term := range lists.Terms[taxonomy] {
			option := catalog.OptionBySlug(taxonomy, term[0])
			if option == nil {
				t.Errorf("%s %q is not an option of the site", taxonomy, term[0])
				continue
			}
			want := []any{option.ID, option.Name[i18n.LangEN], option.Name[i18n.LangES]}
			var number int
			_ = json.Unmarshal([]byte(id), &number)
			if got := []any{number, term[1], term[2]}; !reflect.DeepEqual(got, want) {
				t.Errorf("%s %q is %v in the plugin, want %v", taxonomy, term[0], got, want)
			}
		}
	}
}

// fieldNames returns the JSON names of a struct's fields, sorted.
func fieldNames(fields any) []string {
	var names []string
	shape := reflect.TypeOf(fields).Elem()
	for i := range shape.NumField() {
		name, _, _ := strings.Cut(shape.Field(i).Tag.Get("json"), ",")
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}
