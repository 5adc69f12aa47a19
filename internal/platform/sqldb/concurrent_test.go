package sqldb

import (
	"path/filepath"
	"sync"
	"testing"
	"testing/fstest"
)

// TestNodesCreateAFileAtTheSameTime: the nodes of a site start together, and each opens the mirror
// of the enquiries. Without a lock most runs fail, not all.
func TestNodesCreateAFileAtTheSameTime(t *testing.T) {
	migrations := fstest.MapFS{"00001_start.sql": {Data: []byte("-- +goose Up\nCREATE TABLE lines (n INTEGER PRIMARY KEY) STRICT;")}}
	for range 25 {
		path := filepath.Join(t.TempDir(), "shared.db")
		var nodes sync.WaitGroup
		start := make(chan struct{})
		for range 4 {
			nodes.Go(func() {
				<-start
				db, err := Open(t.Context(), Config{Path: path, Readers: 1, Migrations: migrations, Concurrent: true})
				if err != nil {
					t.Error(err)
					return
				}
				_ = db.Close()
			})
		}
		close(start)
		nodes.Wait()
	}
}
