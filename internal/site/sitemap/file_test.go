package sitemap

import (
	"fmt"
	"testing"
)

func TestCacheOfSitemapsHasABound(t *testing.T) {
	files := newFiles()
	for n := range 100 {
		files.Set(fmt.Sprintf("properties-en-%d.xml", n), &File{Gzip: make([]byte, 1<<20)})
	}
	files.CleanUp()
	if got := files.WeightedSize(); got > cacheBytes {
		t.Errorf("100 files of 1 MB: the cache keeps %d MB, want at most %d", got>>20, cacheBytes>>20)
	}
}
