package agreement

import (
	"sync"
	"testing"

	"estate/internal/cms/wordpress"
	"estate/internal/content"
	"estate/internal/tests/contenttest"
	"estate/internal/tests/wordpresstest"
)

// TestRealWordPressAgrees runs the suite of content.Source on a real WordPress with the agency's
// plugin. It has no counts of options, no deleted content and no redirect pairs, and its search
// includes markup.
func TestRealWordPressAgrees(t *testing.T) {
	site := wordpresstest.Open(t)
	var fill sync.Once
	contenttest.Run(t, func(t *testing.T) content.Source {
		fill.Do(func() { site.Fill(t, contenttest.Fixture()) })
		client, err := wordpress.New(wordpress.Config{
			SiteURL: "https://www.example.test", CMSURL: site.Address, Transport: site.Transport(),
		})
		if err != nil {
			t.Fatal(err)
		}
		return client
	}, contenttest.LackCounts, contenttest.LackWithdrawn, contenttest.LackRedirects, contenttest.LackPhrases)
}
