package edit

import (
	"slices"
	"testing"

	"estate/internal/content"
)

// A feed must not take back what a person has changed: each field that the studio changes can be locked.
func TestEachFieldOfTheStudioCanBeLocked(t *testing.T) {
	ofNoFeed := []string{fieldLocks, fieldOrigin}
	for _, one := range content.PropertyForm.Fields() {
		if field := content.TopOf(one.Path); len(fieldsAt(&content.PropertyForm, one.Path)) > 0 && !slices.Contains(content.LockableFields, lockOf(field)) && !slices.Contains(ofNoFeed, field) {
			t.Errorf("the studio changes %q, and no lock protects it from feeds: add it to content.LockableFields", field)
		}
	}
}
