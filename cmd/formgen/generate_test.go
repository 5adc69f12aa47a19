package main

import (
	"bytes"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"estate/internal/content"
)

func TestGeneratedFilesAreUpToDate(t *testing.T) {
	files, err := generate("../..", content.SectionSchemas)
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range files {
		if got, err := os.ReadFile(path); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s differs from the schema (%v); run make generate", path, err)
		}
	}
}

func TestSchemasAreWellFormed(t *testing.T) {
	kinds := content.Layouts()
	if !slices.IsSorted(kinds) || len(slices.Compact(slices.Clone(kinds))) != len(kinds) {
		t.Errorf("kinds are not in alphabetical order, each once: %v", kinds)
	}
	sections := make([]section, len(kinds))
	for i, schema := range content.SectionSchemas {
		fields, err := fieldsOf(schema.Fields)
		if err != nil {
			t.Fatal(err)
		}
		sections[i] = section{schema, fields}
		for what, text := range map[string]string{
			"English name": schema.Name.EN, "Spanish name": schema.Name.ES, "English help": schema.Help.EN, "Spanish help": schema.Help.ES,
			"Shows": schema.Shows, "Empty": schema.Empty, "Page": schema.Page,
		} {
			if text == "" || strings.ContainsAny(text, "|\n") {
				t.Errorf("section %s: %s is %q, want one line that fits a table", schema.Kind, what, text)
			}
		}
	}
	used := usedNames(sections)
	for name, label := range content.SectionLabels {
		if !slices.Contains(used, name) {
			t.Errorf("the label of %q belongs to no field", name)
		}
		if label.EN == "" || label.ES == "" {
			t.Errorf("the label of %q is %+v, want English and Spanish", name, label)
		}
	}
}

func TestFieldsOf(t *testing.T) {
	type entry struct {
		Value string `json:"value" form:"required"`
	}
	got, err := fieldsOf(struct {
		Title    string               `json:"title" form:"required"`
		Text     string               `json:"text,omitempty" form:"long"`
		URL      string               `json:"url" form:"required,link"`
		Post     int                  `json:"id" form:"post"`
		Homes    []int                `json:"ids" form:"properties"`
		Columns  []content.UnsafeHTML `json:"columns"`
		Pictures []content.Image      `json:"pictures"`
		Picture  *content.Image       `json:"picture"`
		Items    []entry              `json:"items"`
		Filter   *entry               `json:"filter"`
		Hidden   chan int             `json:"hidden" form:"-"`
	}{})
	if err != nil {
		t.Fatal(err)
	}
	value := []field{{name: "value", required: true, form: "text"}}
	want := []field{
		{name: "title", required: true, form: "text"},
		{name: "text", form: "long"},
		{name: "url", required: true, form: "link"},
		{name: "id", form: "post"},
		{name: "ids", form: "properties"},
		{name: "columns", list: true, form: "html"},
		{name: "pictures", form: "pictures"},
		{name: "picture", form: "picture"},
		{name: "items", list: true, fields: value},
		{name: "filter", fields: value},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("fieldsOf = %+v\nwant %+v", got, want)
	}
}

func TestFieldsOfRefuses(t *testing.T) {
	tests := []struct {
		name, want string
		shape      any
	}{
		{"a type without a form", "no form for chan int", struct {
			Title chan int `json:"title"`
		}{}},
		{"a tag that is not known", "is not known", struct {
			Title string `json:"title" form:"wanted"`
		}{}},
		{"a form of strings on a number", "is not known", struct {
			Limit int `json:"limit" form:"long"`
		}{}},
		{"ids without a picker", "needs a picker", struct {
			IDs []int `json:"ids"`
		}{}},
		{"a field without a label", "has no label", struct {
			Nameless string `json:"nameless"`
		}{}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if _, err := fieldsOf(tt.shape); err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("fieldsOf = %v, want %q", err, tt.want)
			}
		})
	}
}

func TestPHPLiteralsAreQuoted(t *testing.T) {
	if got, want := php(`The agency's \ services`), `'The agency\'s \\ services'`; got != want {
		t.Errorf("php = %s, want %s", got, want)
	}
}
