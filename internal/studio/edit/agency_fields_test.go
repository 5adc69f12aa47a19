package edit

import (
	"reflect"
	"strings"
	"testing"
)

// A field of the form that no entry checks and writes would be accepted and lost.
func TestEachFieldOfTheAgencyIsCheckedAndWritten(t *testing.T) {
	form := reflect.TypeFor[Agency]()
	for i := range form.NumField() {
		name, _, _ := strings.Cut(form.Field(i).Tag.Get("json"), ",")
		if field := agencyFields[name]; field.check == nil || field.write == nil {
			t.Errorf("agencyFields lacks %q", name)
		}
	}
	if len(agencyFields) != form.NumField() {
		t.Errorf("agencyFields has %d fields, Agency %d", len(agencyFields), form.NumField())
	}
}
