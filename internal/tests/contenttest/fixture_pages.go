package contenttest

import (
	"encoding/json"
	"fmt"
	"time"

	"estate/internal/content"
	"estate/internal/content/i18n"
)

// Ids of posts, pages and media that tests name.
const (
	postFirst      = 101 // the oldest English post
	postMidnight   = 113 // published at the first instant of 2024
	postCafes      = 126 // "Málaga’s Best Cafés"
	postDraft      = 190
	postPrivate    = 191
	postFuture     = 192
	postSpanish    = 501
	pageHome       = 601
	pageVillas     = 611 // slug marbella
	pageApartments = 612 // slug marbella too
	pageDraft      = 690
	mediaSea       = 900
)

func posts() []content.Entity {
	var all []content.Entity
	for i := range 28 {
		date := at(2023, time.July, 3, 9, 30).AddDate(0, 0, 15*i)
		slug := fmt.Sprintf("market-note-%d", i+1)
		post := blogPost("en", postFirst+i, slug, fmt.Sprintf("Market Note %d", i+1), date)
		post.Author = 1 + i%2
		post.Categories = []int{21 + i%2}
		post.Content = content.UnsafeHTML(fmt.Sprintf("<p>Prices in week %d.</p>\n<figure class=\"wp-image\"></figure>", i+1))
		if i%7 == 0 {
			post.Tags = []int{41}
		}
		switch post.ID {
		case postMidnight:
			post.Date = at(2024, time.January, 1, 0, 0)
		case postCafes:
			post.Title, post.Slug = "Málaga’s Best Cafés", "malaga-best-cafes"
			post.Link = "/malaga-best-cafes/"
			post.Content = "<p>Where the churros are <em>100% fresh</em> &amp; hot.</p>"
			post.Featured = &content.Image{
				ID: mediaSea, URL: "/media/sea.jpg", Width: 1600, Height: 1067, Alt: both("Sea", "Mar"), Color: "#335577",
				Label: "view", Altered: true,
			}
		}
		all = append(all, post)
	}
	for i := range 12 {
		post := blogPost("es", postSpanish+i, fmt.Sprintf("nota-de-mercado-%d", i+1), fmt.Sprintf("Nota de mercado %d", i+1),
			at(2024, time.January, 10, 8, 0).AddDate(0, i, 0))
		post.Author, post.Categories = 1, []int{31 + i%2}
		if i == 0 {
			post.AlternativeLinks = links("/market-note-1/", post.Link)
			post.Tags = []int{42}
		}
		all = append(all, post)
	}
	for i, status := range []content.Status{content.StatusDraft, content.StatusPrivate, content.StatusFuture} {
		id := postDraft + i
		post := blogPost("en", id, fmt.Sprintf("hidden-%d", id), "Hidden", at(2024, time.June, 1, 0, 0))
		post.Status, post.Author, post.Categories = status, 1, []int{21}
		all = append(all, post)
	}
	return all
}

func blogPost(lang i18n.Lang, id int, slug, title string, date time.Time) *content.Post {
	return &content.Post{
		Head: content.Head{
			ID: id, Type: content.TypePost, Slug: slug, Status: content.StatusPublish,
			Date: date, Modified: date.Add(time.Hour), Lang: lang, Link: lang.Prefix() + "/" + slug + "/",
		},
		Title:   title,
		Content: "<p>Text.</p>",
		Excerpt: content.UnsafeHTML("<p>In short: " + slug + ".</p>"),
	}
}

func revisions() map[content.Ref]*content.Revision {
	return map[content.Ref]*content.Revision{
		{Type: content.TypePost, ID: postFirst}: {
			Parent: postFirst, Title: "Market Note 1, revised", Content: "<p>New words.</p>",
			Excerpt: "<p>New.</p>",
		},
	}
}

func page(lang i18n.Lang, id int, slug, link, title string, parent int) *content.Page {
	return &content.Page{
		Head: content.Head{
			ID: id, Type: content.TypePage, Slug: slug, Status: content.StatusPublish,
			Date: at(2023, time.March, 1, 12, 0), Modified: at(2024, time.March, 1, 12, 0), Lang: lang, Link: link,
		},
		Title: title, Content: content.UnsafeHTML("<p>" + title + "</p>"), Parent: parent,
	}
}

func pages() []content.Entity {
	homePage := page("en", pageHome, "home", "/", "Home", 0)
	homePage.AlternativeLinks = links("/", "/es/")
	homePage.Fields = content.PageFields{Title: "Homes by the sea", HeaderType: "home", HideSearch: true}
	homePage.Sections = []content.Section{{Layout: "intro", Fields: json.RawMessage(`{"title":"Welcome <home>"}`)}}
	inicio := page("es", 602, "inicio", "/es/", "Inicio", 0)
	inicio.AlternativeLinks = links("/", "/es/")

	villas := page("en", pageVillas, "marbella", "/for-sale/villas/marbella/", "Villas in Marbella", 610)
	villas.Filter = &content.PropertyFilter{Offer: 3, Type: 15, Location: 636}
	apartments := page("en", pageApartments, "marbella", "/for-sale/apartments/marbella/", "Apartments in Marbella", 613)
	apartments.Date = apartments.Date.Add(-time.Minute) // WordPress lists equal dates in any order
	apartments.Filter = &content.PropertyFilter{Offer: 3, Type: 7, Location: 636}
	spanish := page("es", 621, "marbella", "/es/venta/villas/marbella/", "Villas en Marbella", 0)

	draft := page("en", pageDraft, "coming-soon", "/coming-soon/", "Coming soon", 0)
	draft.Status = content.StatusDraft
	return []content.Entity{
		homePage, inicio,
		page("en", 603, "about", "/about/", "Buy & Sell with <us>", 0),
		page("es", 604, "sobre-nosotros", "/es/sobre-nosotros/", "Sobre nosotros", 0),
		page("en", 610, "villas", "/for-sale/villas/", "Villas", 0),
		page("en", 613, "apartments", "/for-sale/apartments/", "Apartments", 0),
		villas, apartments, spanish, draft,
		// A slug with non-ASCII characters, encoded as WordPress stores it.
		page("es", 622, "espa%c3%b1a", "/es/espa%c3%b1a/", "España", 0),
		&content.Media{
			Head: content.Head{
				ID: mediaSea, Type: content.TypeAttachment, Slug: "sea", Status: content.StatusPublish, Link: "/sea/",
				Date: at(2023, time.February, 1, 10, 0), Modified: at(2023, time.February, 1, 10, 0),
			},
			Title: both("The sea", "El mar"), Mime: "image/jpeg",
			Image: content.Image{
				ID: mediaSea, URL: "/media/sea.jpg", Width: 1600, Height: 1067, Alt: both("Sea", "Mar"), Color: "#335577",
				Label: "view", Altered: true,
			},
		},
	}
}
