package main

import (
	"maps"
	"regexp"
	"slices"
	"strings"
)

// check checks all fetched documents.
func (c *crawler) check() {
	for _, link := range slices.Sorted(maps.Keys(c.pages)) {
		p := c.pages[link]
		c.checkStatus(p)
		for _, fault := range p.faults {
			c.faults.add("invalid documents", p.link, fault)
		}
		if p.isHTML && p.status == 200 {
			c.checkPage(p)
			c.checkCanonical(p)
			c.checkAlternates(p)
		}
	}
	c.checkAnchors()
	c.checkUnique("titles of several pages", func(p *page) string { return p.titles[0] })
	c.checkUnique("descriptions of several pages", func(p *page) string { return p.description })
	c.checkSitemap()
}

// checkStatus reports errors and redirects.
func (c *crawler) checkStatus(p *page) {
	switch {
	case p.status >= 400:
		c.faults.addf("dead links", p.from, "%s: status %d", p.link, p.status)
	case p.status >= 300:
		c.faults.addf("links to a redirect", p.from, "%s: status %d to %s", p.link, p.status, p.location)
	}
}

// checkPage checks rendering, heading, title, description and language.
func (c *crawler) checkPage(p *page) {
	if p.notRendered {
		c.faults.add("pages without server rendering", p.link, "it has only the fallback content")
	}
	if p.headings != 1 {
		c.faults.addf("pages without exactly one h1", p.link, "%d", p.headings)
	}
	if len(p.titles) != 1 || p.titles[0] == "" {
		c.faults.addf("pages without exactly one title", p.link, "%q", p.titles)
		p.titles = append(p.titles, "")
	}
	if p.description == "" && p.isIndexable() {
		c.faults.add("pages without a description", p.link, "it is indexable")
	}
	if want := langOf(p.link); p.lang != want {
		c.faults.addf("pages in the wrong language", p.link, "lang is %q, the link is %q", p.lang, want)
	}
}

// langOf is the language of a link, by its prefix.
func langOf(link string) string {
	if link == "/es" || strings.HasPrefix(link, "/es/") {
		return "es"
	}
	return "en"
}

// checkCanonical requires that the canonical link of a page leads to a page with the same
// canonical link.
func (c *crawler) checkCanonical(p *page) {
	if p.canonical == "" {
		if p.isIndexable() {
			c.faults.add("pages without a canonical link", p.link, "it is indexable")
		}
		return
	}
	link, _, inside := c.resolve(p.link, p.canonical)
	to := c.pages[link]
	switch {
	case !inside:
		c.faults.addf("wrong canonical links", p.link, "%s is not on this site", p.canonical)
	case to == nil || to.status != 200:
		c.faults.addf("wrong canonical links", p.link, "the status of %s is not 200", p.canonical)
	case to.canonical != p.canonical:
		c.faults.addf("wrong canonical links", p.link, "the canonical link of %s is %s", p.canonical, to.canonical)
	}
}

// isIndexable reports an HTML page without noindex.
func (p *page) isIndexable() bool {
	return p.isHTML && p.status == 200 && !strings.Contains(p.robots, "noindex")
}

// checkAlternates requires that all translations of a page have the same alternate links,
// and that the page is one of them.
func (c *crawler) checkAlternates(p *page) {
	if len(p.alternates) == 0 {
		return
	}
	if p.alternates[p.lang] != c.site+p.link {
		c.faults.addf("wrong alternate links", p.link, "the alternate of its own language is %q", p.alternates[p.lang])
	}
	if p.alternates["x-default"] == "" {
		c.faults.add("wrong alternate links", p.link, "it has no x-default")
	}
	for _, lang := range slices.Sorted(maps.Keys(p.alternates)) {
		link, _, _ := c.resolve(p.link, p.alternates[lang])
		alternate := c.pages[link]
		if alternate == nil || alternate.status != 200 {
			continue // reported as a dead link, or not fetched because of a limit
		}
		if !maps.Equal(alternate.alternates, p.alternates) {
			c.faults.addf("wrong alternate links", p.link, "%s (%s) has %v", link, lang, alternate.alternates)
		}
		if lang != "x-default" && alternate.lang != lang {
			c.faults.addf("wrong alternate links", p.link, "hreflang of %s is %s, its language %s", link, lang, alternate.lang)
		}
	}
}

// checkAnchors requires that the target of a fragment exists.
func (c *crawler) checkAnchors() {
	for _, a := range c.anchors {
		if p := c.pages[a.to]; p != nil && p.isHTML && p.status == 200 && !p.ids[a.id] {
			c.faults.addf("links to a missing anchor", a.from, "%s#%s", a.to, a.id)
		}
	}
}

var laterPage = regexp.MustCompile(`/page/[0-9]+/`)

// isCanonical reports that a page is indexable, its own canonical page, and not a later
// page of a list.
func (c *crawler) isCanonical(p *page) bool {
	return p.isIndexable() && p.canonical == c.site+p.link && !laterPage.MatchString(p.link)
}

// checkUnique requires that a text differs on all canonical pages.
func (c *crawler) checkUnique(fault string, of func(*page) string) {
	seen := map[string]string{}
	for _, link := range slices.Sorted(maps.Keys(c.pages)) {
		p := c.pages[link]
		if !c.isCanonical(p) || of(p) == "" {
			continue
		}
		if other := seen[of(p)]; other != "" {
			c.faults.addf(fault, p.link, "%q, as on %s", of(p), other)
		} else {
			seen[of(p)] = link
		}
	}
}
