package store_test

import (
	"os"
	"testing"

	"estate/internal/tests/storetest"
)

func TestMain(m *testing.M) { os.Exit(storetest.Main(m)) }
