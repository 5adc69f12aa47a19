package edit_test

import (
	"context"
	"testing"

	"estate/internal/agency/channels"
	"estate/internal/content"
	"estate/internal/store"
	"estate/internal/studio/edit"
	"estate/internal/tests/storetest"
)

// Each reason of a portal leads to a field of the form.
func TestWhatPortalsMissIsBesideTheForm(t *testing.T) {
	o := startWith(t, storetest.Open(t, store.Config{}), func(cfg *edit.Config) {
		cfg.Portals = func(context.Context, *content.Property) (map[string][]channels.Reason, error) {
			all := []channels.Reason{{Text: "The filter leaves it out."}}
			for field := range channels.FieldLabels {
				all = append(all, channels.Reason{Text: "Fill it.", Field: field})
			}
			return map[string][]channels.Reason{"kyero": all}, nil
		}
	})
	d, err := o.Read(t.Context(), agent, propertyRef(1))
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, check := range d.Checks {
		if check.Level != edit.LevelPortal {
			continue
		}
		n++
		if check.Portal != "kyero" || check.Text == "" || check.Path != "" && content.PropertyForm.Field(check.Path) == nil {
			t.Errorf("%+v leads to no field", check)
		}
	}
	if n != len(channels.FieldLabels)+1 {
		t.Errorf("%d reasons, want %d", n, len(channels.FieldLabels)+1)
	}
}
