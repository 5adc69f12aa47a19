package demo

import "testing"

func TestAgencyReads(t *testing.T) {
	c, err := Agency()
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d homes, %d developments, %d posts, %d pages", len(c.Properties), len(c.Developments), len(c.Posts), len(c.Pages))
}
