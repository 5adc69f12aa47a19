package main

import (
	"maps"
	"slices"
)

// mostListed is how many links the sitemap protocol allows in a file.
const mostListed = 50_000

// checkSitemap demands that the sitemap lists every page that may be found for
// itself, once, with the languages that the page names, and nothing else.
func (w *walk) checkSitemap() {
	listed := map[string]string{}
	for _, link := range slices.Sorted(maps.Keys(w.pages)) {
		file := w.pages[link]
		if len(file.listed) > mostListed {
			w.faults.addf("sitemap entries that are wrong", link, "it holds %d links", len(file.listed))
		}
		for _, entry := range file.listed {
			at, _, inside := w.inside(link, entry.Loc)
			if !inside {
				w.faults.addf("sitemap entries that are wrong", link, "%s is not on this site", entry.Loc)
				continue
			}
			if other := listed[at]; other != "" {
				w.faults.addf("sitemap entries that are wrong", link, "%s stands in %s too", at, other)
			}
			listed[at] = link
			w.checkEntry(link, at, entry)
		}
	}
	for _, link := range slices.Sorted(maps.Keys(w.pages)) {
		if w.isFirst(w.pages[link]) && listed[link] == "" {
			w.faults.add("pages that are missing from the sitemap", link, "it may be indexed")
		}
	}
}

func (w *walk) checkEntry(file, at string, entry listed) {
	p := w.pages[at]
	if p == nil || p.status != 200 {
		return // told as a link that leads to nothing
	}
	if !w.isFirst(p) {
		w.faults.addf("sitemap entries that are wrong", file, "%s has robots %q and canonical %s", at, p.robots, p.canonical)
	}
	twins := map[string]string{}
	for _, twin := range entry.Alternates {
		twins[twin.HrefLang] = twin.Href
	}
	if !maps.Equal(twins, p.alternates) {
		w.faults.addf("sitemap entries that are wrong", file, "%s has the languages %v, the page says %v", at, twins, p.alternates)
	}
}
