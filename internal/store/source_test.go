package store_test

import (
	"testing"

	"estate/internal/content"
	"estate/internal/store"
	"estate/internal/tests/contenttest"
	"estate/internal/tests/storetest"
)

func TestStoreIsASource(t *testing.T) {
	contenttest.Run(t, func(t *testing.T) content.Source { return storetest.Sample(t, store.Config{}) })
}

func TestSourceWithoutCache(t *testing.T) {
	contenttest.Run(t, func(t *testing.T) content.Source { return storetest.Sample(t, store.Config{CacheBytes: 1, Readers: 1}) })
}
