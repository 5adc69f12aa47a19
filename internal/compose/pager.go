package compose

import (
	"estate/internal/link"
	"estate/internal/view"
)

// pagerReach is how many pages on each side of the current one are numbered.
const pagerReach = 2

// pager leads through a numbered list. First and last page are always there;
// a gap stands where numbers are left out.
func (d *draft) pager(pages int) view.Pager {
	at := d.result.Link.WithHash("")
	at.Page = max(1, at.Page)
	pager := view.Pager{Page: at.Page, Pages: pages, Links: []view.PageLink{}}
	if at.Page > 1 {
		pager.Prev = at.WithPage(at.Page - 1).String()
	}
	if at.Page < pages {
		pager.Next = at.WithPage(at.Page + 1).String()
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
		pager.Links = append(pager.Links, view.PageLink{Page: page, Href: at.WithPage(page).String(), Current: page == at.Page})
		last = page
	}
	return pager
}

// skip is the last page that a gap leaves out, so that a million pages cost no more than ten.
func skip(page, current, pages int) int {
	if page < current-pagerReach {
		return current - pagerReach - 1
	}
	return max(page, pages-1)
}

// gap stands for the pages from low to high; a single one is numbered instead.
func gap(at link.Link, low, high int) view.PageLink {
	if low == high {
		return view.PageLink{Page: low, Href: at.WithPage(low).String()}
	}
	return view.PageLink{}
}
