package replica

import (
	"testing"

	"estate/internal/content"
	"estate/internal/store"
	"estate/internal/tests/contenttest"
)

// TestAReplicaIsASource runs the suite of every source on a copy. What the CMS
// deleted was there once: the replica has seen it go.
func TestAReplicaIsASource(t *testing.T) {
	contenttest.Run(t, func(t *testing.T) content.Source {
		fixture := contenttest.Fixture()
		g := newRig(t, func(b *store.Batch) error {
			for _, entity := range fixture.Withdrawn {
				if err := b.Put(entity); err != nil {
					return err
				}
			}
			return nil
		}, nil)
		g.pass()
		g.edit(func(b *store.Batch) error { return fixture.Write(b) })
		g.cms.UseSearcher(contenttest.NewScan(fixture.Entities))
		g.pass()
		if status := g.replica.Status(); len(status.Failed) > 0 || len(status.Alarms) > 0 {
			t.Fatalf("failed %v, alarms %v; want none", status.Failed, status.Alarms)
		}
		g.store.UseSearcher(contenttest.NewScan(fixture.Entities))
		return NewSource(g.replica, g.client)
	}, contenttest.LackHidden)
}
