package main

import (
	"maps"
	"regexp"
	"slices"
	"strings"
)

// check judges what the walk has brought home.
func (w *walk) check() {
	for _, link := range slices.Sorted(maps.Keys(w.pages)) {
		p := w.pages[link]
		w.checkAnswer(p)
		for _, fault := range p.broken {
			w.faults.add("documents that are not in order", p.link, fault)
		}
		if p.isHTML && p.status == 200 {
			w.checkPage(p)
			w.checkCanonical(p)
			w.checkAlternates(p)
		}
	}
	w.checkAnchors()
	w.checkUnique("titles that stand on several pages", func(p *page) string { return p.titles[0] })
	w.checkUnique("descriptions that stand on several pages", func(p *page) string { return p.description })
	w.checkSitemap()
}

func (w *walk) checkAnswer(p *page) {
	switch {
	case p.status >= 400:
		w.faults.addf("links that lead to nothing", p.from, "%s answers %d", p.link, p.status)
	case p.status >= 300:
		w.faults.addf("links that are redirected", p.from, "%s answers %d and leads to %s", p.link, p.status, p.location)
	}
}

func (w *walk) checkPage(p *page) {
	if p.undrawn {
		w.faults.add("pages that nobody drew", p.link, "it went out with its summary alone")
	}
	if p.headings != 1 {
		w.faults.addf("pages without exactly one h1", p.link, "%d", p.headings)
	}
	if len(p.titles) != 1 || p.titles[0] == "" {
		w.faults.addf("pages without exactly one title", p.link, "%q", p.titles)
		p.titles = append(p.titles, "")
	}
	if p.description == "" && p.mayBeIndexed() {
		w.faults.add("pages without a description", p.link, "it may be indexed")
	}
	if want := langOf(p.link); p.lang != want {
		w.faults.addf("pages in the wrong language", p.link, "it says %q, its link says %q", p.lang, want)
	}
}

// langOf is the language that a link's prefix names.
func langOf(link string) string {
	if link == "/es" || strings.HasPrefix(link, "/es/") {
		return "es"
	}
	return "en"
}

// checkCanonical demands that a page names a whole page as its own: one that is
// there, may be indexed and names itself.
func (w *walk) checkCanonical(p *page) {
	if p.canonical == "" {
		if p.mayBeIndexed() {
			w.faults.add("pages without a canonical link", p.link, "it may be indexed")
		}
		return
	}
	link, _, inside := w.inside(p.link, p.canonical)
	to := w.pages[link]
	switch {
	case !inside:
		w.faults.addf("canonical links that lead astray", p.link, "%s is not on this site", p.canonical)
	case to == nil || to.status != 200:
		w.faults.addf("canonical links that lead astray", p.link, "%s does not answer 200", p.canonical)
	case to.canonical != p.canonical:
		w.faults.addf("canonical links that lead astray", p.link, "%s names %s in turn", p.canonical, to.canonical)
	}
}

func (p *page) mayBeIndexed() bool {
	return p.isHTML && p.status == 200 && !strings.Contains(p.robots, "noindex")
}

// checkAlternates demands that every language leads back, and that a page is
// among its own.
func (w *walk) checkAlternates(p *page) {
	if len(p.alternates) == 0 {
		return
	}
	if p.alternates[p.lang] != w.site+p.link {
		w.faults.addf("languages that do not lead back", p.link, "its own language leads to %q", p.alternates[p.lang])
	}
	if p.alternates["x-default"] == "" {
		w.faults.add("languages that do not lead back", p.link, "it has no x-default")
	}
	for _, lang := range slices.Sorted(maps.Keys(p.alternates)) {
		link, _, _ := w.inside(p.link, p.alternates[lang])
		twin := w.pages[link]
		if twin == nil || twin.status != 200 {
			continue // told as a link that leads to nothing, or beyond the cap
		}
		if !maps.Equal(twin.alternates, p.alternates) {
			w.faults.addf("languages that do not lead back", p.link, "%s (%s) names %v", link, lang, twin.alternates)
		}
		if lang != "x-default" && twin.lang != lang {
			w.faults.addf("languages that do not lead back", p.link, "%s is said to be %s and is %s", link, lang, twin.lang)
		}
	}
}

// checkAnchors demands that a link to a place inside a page has that place.
func (w *walk) checkAnchors() {
	for _, a := range w.anchors {
		if p := w.pages[a.to]; p != nil && p.isHTML && p.status == 200 && !p.ids[a.id] {
			w.faults.addf("links to a place that is not on the page", a.from, "%s#%s", a.to, a.id)
		}
	}
}

var furtherPage = regexp.MustCompile(`/page/[0-9]+/`)

// isFirst reports whether a page may be found for itself: indexable, its own
// canonical, and no further page of a list.
func (w *walk) isFirst(p *page) bool {
	return p.mayBeIndexed() && p.canonical == w.site+p.link && !furtherPage.MatchString(p.link)
}

func (w *walk) checkUnique(fault string, of func(*page) string) {
	seen := map[string]string{}
	for _, link := range slices.Sorted(maps.Keys(w.pages)) {
		p := w.pages[link]
		if !w.isFirst(p) || of(p) == "" {
			continue
		}
		if other := seen[of(p)]; other != "" {
			w.faults.addf(fault, p.link, "%q, as on %s", of(p), other)
		} else {
			seen[of(p)] = link
		}
	}
}
