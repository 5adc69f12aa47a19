package main

import (
	"maps"
	"slices"
)

// maxEntries is the maximum number of links of a file in the sitemap protocol.
const maxEntries = 50_000

// checkSitemap requires that the sitemap lists each canonical page once, with the alternate
// links of the page, and nothing else.
func (c *crawler) checkSitemap() {
	listed := map[string]string{}
	for _, link := range slices.Sorted(maps.Keys(c.pages)) {
		file := c.pages[link]
		if len(file.entries) > maxEntries {
			c.faults.addf("wrong sitemap entries", link, "it has %d links", len(file.entries))
		}
		for _, entry := range file.entries {
			at, _, inside := c.resolve(link, entry.Loc)
			if !inside {
				c.faults.addf("wrong sitemap entries", link, "%s is not on this site", entry.Loc)
				continue
			}
			if other := listed[at]; other != "" {
				c.faults.addf("wrong sitemap entries", link, "%s is also in %s", at, other)
			}
			listed[at] = link
			c.checkEntry(link, at, entry)
		}
	}
	for _, link := range slices.Sorted(maps.Keys(c.pages)) {
		if c.isCanonical(c.pages[link]) && listed[link] == "" {
			c.faults.add("pages missing in the sitemap", link, "it is indexable")
		}
	}
}

// checkEntry checks one entry.
func (c *crawler) checkEntry(file, at string, entry sitemapEntry) {
	p := c.pages[at]
	if p == nil || p.status != 200 {
		return // reported as a dead link
	}
	if !c.isCanonical(p) {
		c.faults.addf("wrong sitemap entries", file, "%s has robots %q and canonical %s", at, p.robots, p.canonical)
	}
	alternates := map[string]string{}
	for _, alternate := range entry.Alternates {
		alternates[alternate.HrefLang] = alternate.Href
	}
	if !maps.Equal(alternates, p.alternates) {
		c.faults.addf("wrong sitemap entries", file, "%s has the alternates %v, the page %v", at, alternates, p.alternates)
	}
}
