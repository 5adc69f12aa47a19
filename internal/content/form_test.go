package content_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"estate/internal/content"
	"estate/internal/content/i18n"
)

// documents are the Go types of the forms.
var documents = map[content.Type]reflect.Type{
	content.TypeProperty:    reflect.TypeFor[content.Property](),
	content.TypeDevelopment: reflect.TypeFor[content.Development](),
}

func TestEveryFieldIsInAFormOrAnException(t *testing.T) {
	for _, form := range content.Forms {
		paths := pathsOf(documents[form.Type], "")
		for path := range paths {
			if _, excepted := content.FormExceptions[path]; excepted == isInForm(form, path) {
				t.Errorf("%s: the field %q must be in content.Forms, or in content.FormExceptions with a reason; not in both", form.Type, path)
			}
		}
		for _, field := range form.Fields() {
			if paths[field.Path] == nil {
				t.Errorf("%s: the form has the field %q, which the document does not have", form.Type, field.Path)
				continue
			}
			checkControl(t, form, field, paths[field.Path])
		}
	}
	for path, reason := range content.FormExceptions {
		if pathsOf(documents[content.TypeProperty], "")[path] == nil && pathsOf(documents[content.TypeDevelopment], "")[path] == nil {
			t.Errorf("the exception %q (%s) is no field", path, reason)
		}
	}
}

// isInForm reports whether a form has a field for a value, or columns with one.
func isInForm(form *content.Form, path string) bool {
	return slices.ContainsFunc(form.Fields(), func(field content.FormField) bool {
		return field.Path == path || slices.ContainsFunc(field.Parts, func(part content.FormField) bool { return field.Path+"."+part.Path == path })
	})
}

// pathsOf are the values of a document with their types. An object with fields of its own has no value itself.
func pathsOf(shape reflect.Type, prefix string) map[string]reflect.Type {
	paths := map[string]reflect.Type{}
	for _, member := range reflect.VisibleFields(shape) {
		name, _, _ := strings.Cut(member.Tag.Get("json"), ",")
		if member.Anonymous || name == "-" {
			continue
		}
		inner := member.Type
		if inner.Kind() == reflect.Pointer || inner.Kind() == reflect.Slice {
			inner = inner.Elem()
		}
		isObject := inner.Kind() == reflect.Struct && inner.PkgPath() == shape.PkgPath() &&
			inner != reflect.TypeFor[content.Image]() && inner != reflect.TypeFor[content.SEO]()
		if isObject {
			for path, kind := range pathsOf(inner, prefix+name+".") {
				paths[path] = kind
			}
		}
		if !isObject || member.Type.Kind() == reflect.Slice || inner == reflect.TypeFor[content.GeoPoint]() {
			paths[prefix+name] = member.Type
		}
	}
	return paths
}

// checkControl reports a control that does not fit the type of a value.
func checkControl(t *testing.T, form *content.Form, field content.FormField, shape reflect.Type) {
	t.Helper()
	wanted := map[content.Control]string{
		content.ControlNumber: "int", content.ControlMoney: "int", content.ControlDecimal: "float64", content.ControlFlag: "bool",
		content.ControlTerm: "int", content.ControlPerson: "int", content.ControlEntity: "int", content.ControlTerms: "[]int",
		content.ControlChecks: "[]string", content.ControlFeatures: "[]string", content.ControlLocks: "[]string",
		content.ControlImages: "[]content.Image", content.ControlUnits: "[]content.Unit", content.ControlPhases: "[]i18n.Text",
		content.ControlPosition: "*content.GeoPoint", content.ControlEmbeds: "[]content.UnsafeHTML",
	}
	kind := cmpKind(shape)
	want, ok := wanted[field.Control]
	if !ok {
		want = "string"
	}
	if field.Languages && field.Control != content.ControlPhases {
		want, kind = "i18n.Text", shape.String()
	}
	if kind != want && shape.String() != want {
		t.Errorf("%s: the field %q is %s; its control %q is for %s", form.Type, field.Path, shape, field.Control, want)
	}
	if isList := field.List != ""; field.Label.EN == "" || field.Label.ES == "" || (field.Help.EN == "") != (field.Help.ES == "") ||
		field.Control == content.ControlChoice && len(field.Options) == 0 || isList && len(field.Options) > 0 {
		t.Errorf("%s: the field %q needs words in English and Spanish, and its options", form.Type, field.Path)
	}
	if field.Only != nil && form.Field(field.Only.Path) == nil {
		t.Errorf("%s: the field %q depends on %q, which is not in the form", form.Type, field.Path, field.Only.Path)
	}
	if field.Control != content.ControlUnits {
		return
	}
	columns := pathsOf(shape.Elem(), "")
	for _, part := range field.Parts {
		checkControl(t, form, part, columns[part.Path])
	}
}

// cmpKind is a type without the names of its own words.
func cmpKind(shape reflect.Type) string {
	switch {
	case shape.Kind() == reflect.Slice && shape.Elem().Kind() == reflect.String && shape.Elem() != reflect.TypeFor[content.UnsafeHTML]():
		return "[]string"
	case shape.Kind() == reflect.String:
		return "string"
	}
	return shape.String()
}

func TestOptionsAreThoseOfTheContent(t *testing.T) {
	property, development := &content.PropertyForm, &content.DevelopmentForm
	if got := valuesOf(property, "availability"); !slices.Equal(got, textsOf(content.Availabilities)) {
		t.Errorf("states %v, want %v", got, content.Availabilities)
	}
	if got := valuesOf(property, "orientation"); !slices.Equal(got, content.Orientations) {
		t.Errorf("orientations %v, want %v", got, content.Orientations)
	}
	if field := development.Field("units"); len(field.Parts) == 0 || field.Parts[1].Path != "type" || !field.Parts[1].Languages {
		t.Errorf("units have the columns %+v", field.Parts)
	}
	if field := property.Field("title." + string(i18n.LangES)); field == nil || field.Path != "title" {
		t.Errorf("the field of title.es is %+v", field)
	}
	if property.Field("price.unknown") != nil {
		t.Error("a field of an import is in the form")
	}
	for _, name := range []string{"title", "price", "slug", "status", "s_offer", "gallery", "extra", "information_sheet", "private"} {
		if !slices.Contains(content.LockableFields, name) {
			t.Errorf("%s cannot be locked", name)
		}
	}
	for _, name := range []string{"source", "locks"} {
		if slices.Contains(content.LockableFields, name) {
			t.Errorf("%s can be locked", name)
		}
	}
}

func valuesOf(form *content.Form, path string) (values []string) {
	for _, option := range form.Field(path).Options {
		values = append(values, option.Value)
	}
	return values
}

func textsOf[T ~string](list []T) (texts []string) {
	for _, one := range list {
		texts = append(texts, string(one))
	}
	return texts
}
