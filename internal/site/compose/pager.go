package compose

import (
	"estate/internal/content/link"
	"estate/internal/site/view"
)

// pagerReach is the number of pages on each side of the current one in a pager.
const pagerReach = 2

// pager is the pager of a link whose list has a number of pages. It has the first
// and the last page, and a gap where pages are left out.
func pager(of link.Link, pages int) view.Pager {
	at := of
	at.Page, at.Hash = max(1, of.Page), ""
	pager := view.Pager{Page: at.Page, Pages: pages, Links: []view.PageLink{}}
	if at.Page > 1 {
		pager.Prev = pageLink(at, at.Page-1)
	}
	if at.Page < pages {
		pager.Next = pageLink(at, at.Page+1)
	}
	if pages < 2 {
		return pager
	}
	last := 0
	for page := 1; page <= pages; page++ {
		if page != 1 && page != pages && (page < at.Page-pagerReach || page > at.Page+pagerReach) {
			page = skip(page, at.Page, pages)
			continue
		}
		if page > last+1 {
			pager.Links = append(pager.Links, gap(at, last+1, page-1))
		}
		pager.Links = append(pager.Links, view.PageLink{Page: page, Href: pageLink(at, page), Current: page == at.Page})
		last = page
	}
	return pager
}

// skip is the last page of a gap, so that the loop does not run over every page.
func skip(page, current, pages int) int {
	if page < current-pagerReach {
		return current - pagerReach - 1
	}
	return max(page, pages-1)
}

// gap replaces the pages from low to high. A single page gets its link.
func gap(at link.Link, low, high int) view.PageLink {
	if low == high {
		return view.PageLink{Page: low, Href: pageLink(at, low)}
	}
	return view.PageLink{}
}

// pageLink is the link of another page. WithPage would copy the query for each.
func pageLink(at link.Link, page int) string {
	at.Page = page
	return at.String()
}
