package document

import (
	"strconv"

	"estate/internal/site/view"
)

// loading writes the loading screen (specification §2.5.2), which a browser with scripts shows
// until it has rendered the view. It looks like ui/spinner, whose styles hide it then.
func (w htmlWriter) loading(v *view.View) {
	w.raw(`<div id="loading" role="status"><span aria-hidden="true"><i></i><i></i><i></i><i></i><i></i></span><span>`).
		text(v.Chrome.Loading).raw(`</span></div>`)
}

// summary writes the fallback of a view that was not rendered, for visitors without a
// script: title, menu, texts, and properties with their links.
func (w htmlWriter) summary(v *view.View) {
	w.raw(`<noscript><main><h1>`).text(v.Header.Title).raw(`</h1>`)
	if v.Header.Subtitle != "" {
		w.raw(`<p>`).text(v.Header.Subtitle).raw(`</p>`)
	}
	w.raw(`<nav><ul>`)
	for _, item := range v.Chrome.Menu {
		w.item(item.Href, item.Text, "")
	}
	w.raw(`</ul></nav>`)
	for _, section := range v.Content {
		w.section(section)
	}
	w.enquiry(v)
	w.alert(v)
	w.raw(`<footer><ul>`)
	for _, phone := range v.Chrome.Phones {
		w.item(phone.Href, phone.Text, "")
	}
	for _, mail := range v.Chrome.Mails {
		w.item(mail.Href, mail.Text, "")
	}
	w.raw(`</ul></footer></main></noscript>`)
}

func (w htmlWriter) section(section view.Section) {
	switch s := section.(type) {
	case *view.HomeSection:
		w.raw(`<p>`).text(s.Claim).raw(`</p>`)
	case *view.IntroSection:
		w.titled(s.Title).safe(s.HTML)
	case *view.AboutSection:
		w.titled(s.Title).safe(s.HTML)
	case *view.BannerSection:
		w.titled(s.Title).raw(`<p>`).text(s.Text).raw(`</p>`)
	case *view.ContentSection:
		w.safe(s.HTML)
	case *view.PageSection:
		w.safe(s.HTML)
	case *view.ColumnTextSection:
		w.titled(s.Title)
		for _, column := range s.Columns {
			w.safe(column)
		}
	case *view.PropertiesSection:
		w.titled(s.Title).cards(s.Cards)
	case *view.PropertyCarouselSection:
		w.titled(s.Title).cards(s.Cards)
	case *view.PropertyArchiveSection:
		w.raw(`<p>`).text(s.Summary).raw(`</p>`).cards(s.Cards)
		w.pages(s.Pager)
	case *view.PageErrorSection:
		w.cards(s.Cards)
	case *view.PropertySection:
		w.property(s.Place, s.Price, s.Facts).safe(s.Description)
	case *view.DevelopmentSection:
		w.property(s.Place, s.Price, s.Facts).safe(s.Description)
	case *view.PostSection:
		w.raw(`<p>`).text(s.Date).raw(`</p>`).safe(s.HTML)
	case *view.BlogArchiveSection:
		w.posts(s.Posts)
		w.pages(s.Pager)
	case *view.BlogSection:
		w.titled(s.Title).posts(s.Posts)
	default:
		w.composed(section)
	}
}

func (w htmlWriter) titled(title string) htmlWriter {
	if title == "" {
		return w
	}
	return w.raw(`<h2>`).text(title).raw(`</h2>`)
}

func (w htmlWriter) item(href, text, rest string) {
	w.raw(`<li><a href="`).text(href).raw(`">`).text(text).raw(`</a> `).text(rest).raw(`</li>`)
}

func (w htmlWriter) cards(cards []*view.Card) htmlWriter {
	w.raw(`<ul>`)
	for _, card := range cards {
		rest := card.Place + " " + card.Price.Text
		for _, fact := range card.Facts {
			rest += ", " + fact.Label + " " + fact.Value
		}
		w.item(card.Href, card.Title, rest)
	}
	return w.raw(`</ul>`)
}

func (w htmlWriter) posts(posts []view.PostCard) {
	w.raw(`<ul>`)
	for _, post := range posts {
		w.item(post.Href, post.Title, post.Date)
	}
	w.raw(`</ul>`)
}

func (w htmlWriter) property(place string, price view.Price, facts []view.Fact) htmlWriter {
	w.raw(`<p>`).text(place).raw(`</p><p>`).text(price.Text + " " + price.Mode).raw(`</p><ul>`)
	for _, fact := range facts {
		w.raw(`<li>`).text(fact.Label + ": " + fact.Value).raw(`</li>`)
	}
	return w.raw(`</ul>`)
}

func (w htmlWriter) pages(pager view.Pager) {
	w.raw(`<ul>`)
	for _, page := range pager.Links {
		if page.Href != "" {
			w.item(page.Href, strconv.Itoa(page.Page), "")
		}
	}
	w.raw(`</ul>`)
}
