package replica

import (
	"testing"

	"estate/internal/content"
	"estate/internal/store"
	"estate/internal/tests/contenttest"
)

// TestSourceSuite runs the suite of content.Source on a replica. Withdrawn content is
// copied first, so that the replica has deleted it.
func TestSourceSuite(t *testing.T) {
	contenttest.Run(t, func(t *testing.T) content.Source {
		fixture := contenttest.Fixture()
		h := newHarness(t, func(b *store.Batch) error {
			for _, entity := range fixture.Withdrawn {
				if err := b.Put(entity); err != nil {
					return err
				}
			}
			return nil
		}, nil)
		h.reconcile()
		h.edit(func(b *store.Batch) error { return fixture.Write(b) })
		h.cms.UseSearcher(contenttest.NewScan(fixture.Entities))
		h.reconcile()
		if status := h.replica.Status(); len(status.Failed) > 0 || len(status.Alarms) > 0 {
			t.Fatalf("failures %v, alarms %v; want none", status.Failed, status.Alarms)
		}
		h.store.UseSearcher(contenttest.NewScan(fixture.Entities))
		return NewSource(h.replica, h.client)
	}, contenttest.LackHidden)
}
