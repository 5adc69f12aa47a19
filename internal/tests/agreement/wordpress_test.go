package agreement

import (
	"sync"
	"testing"

	"estate/internal/content"
	"estate/internal/tests/contenttest"
	"estate/internal/tests/wordpresstest"
	"estate/internal/wordpress"
)

// TestARealWordPressAgrees runs the suite of every source on a WordPress with the
// agency's plugin. It counts no options, forgets what is deleted, answers old links
// with its own pages and searches in markup as well.
func TestARealWordPressAgrees(t *testing.T) {
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
