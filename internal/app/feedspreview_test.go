package app

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"estate/internal/agency/feeds/engine"
	"estate/internal/app/config"
)

var updatePreviews = flag.Bool("update-previews", false, "rewrite the golden previews of testdata/feeds")

// TestPreviewsOfTheTestFeeds: 200 homes in the shapes of offices and exporters, as Kyero and as a sheet. The golden files are
// what `estate feeds preview` prints; -update-previews rewrites them.
func TestPreviewsOfTheTestFeeds(t *testing.T) {
	const folder = "../../testdata/feeds"
	app, _ := startSite(t, func(s *config.Settings) {
		s.Feeds = []config.Feed{
			{Name: "crm", Kind: config.FeedKyero, Address: filepath.Join(folder, "homes.xml"), NoPictures: true},
			{Name: "sheet", Kind: config.FeedCSV, Address: filepath.Join(folder, "homes.csv"), NoPictures: true},
		}
	})
	for feed, golden := range map[string]string{"crm": "homes.xml.preview", "sheet": "homes.csv.preview"} {
		report, err := app.feeds.Run(t.Context(), feed, engine.Options{Preview: true, Full: true})
		if err != nil {
			t.Fatal(err)
		}
		var printed bytes.Buffer
		printPreview(&printed, report)
		file := filepath.Join(folder, golden)
		if *updatePreviews {
			if err := os.WriteFile(file, printed.Bytes(), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), printed.String()); diff != "" {
			t.Errorf("%s differs (-want +got):\n%s", golden, diff)
		}
	}
}
