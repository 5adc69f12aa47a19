package record

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"testing"

	"estate/internal/content"
	"estate/internal/content/search"
)

// TestRowsVersion fails when Decode makes another row of the same facts: then RowsVersion needs a
// new number, so that no program uses the snapshot of rows of another one.
func TestRowsVersion(t *testing.T) {
	content.SetPositionKey(make([]byte, 32))
	rows := sha256.New()
	for id, facts := range []string{
		" ",
		" o3 o10 t15 p636 c7001 a12 k59 #beachfront #golf+%26+sea fsea-views fpool b4 h3 u210 l900 x40 e1250000 E2000000 m1732060800 S rZR-1042P nVilla+Sol ",
		" y3651234 z-495678 m-5 ",
		" y3650000 z-490000 b200 u-1 ", // a cell: the position is shifted by the key
	} {
		var decoder FactsDecoder
		row := search.Row{Kind: search.KindProperties, ID: 1041 + id}
		if err := decoder.Decode(&row, facts); err != nil {
			t.Fatal(err)
		}
		row.Position.Lat, row.Position.Lng = float64(int(row.Position.Lat*1e7)), float64(int(row.Position.Lng*1e7))
		_, _ = fmt.Fprintf(rows, "%+v\n", row)
	}
	const want = "rows 1 a67dc6e3d3837235"
	if got := RowsVersion + " " + hex.EncodeToString(rows.Sum(nil)[:8]); got != want {
		t.Errorf("the rows are %q, were %q: give RowsVersion a new number", got, want)
	}
}
