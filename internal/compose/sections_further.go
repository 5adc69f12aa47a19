package compose

import (
	"estate/internal/content"
	"estate/internal/view"
)

// furtherSection draws the layouts that have no section of their own in the
// front end. Each is shown by the nearest one that has, so that nothing an
// editor wrote is lost.
func (d *draft) furtherSection(_ *content.Page, fields any) (view.Section, error) {
	switch f := fields.(type) {
	case *content.GutembergFields:
		return d.contentSection(f.HTML)
	case *content.DescriptionFields:
		return d.titled(f.Title, f.HTML)
	case *content.TabFields:
		return d.tabSection(f)
	case *content.InfoFields:
		return d.infoSection(f)
	case *content.GalleryFields:
		return d.gallerySection(f.Title, f.Pictures)
	case *content.SliderFields:
		return d.sliderSection(f)
	case *content.VideoFields:
		return d.filmSection("", []content.VideoFields{*f})
	case *content.VideoListFields:
		return d.filmSection(f.Title, f.Videos)
	case *content.IframeFields:
		return d.filmSection("", []content.VideoFields{{Title: f.Title, URL: f.URL}})
	case *content.PostsFields:
		return d.postsSection(f)
	case *content.PropertyCustomFields:
		return d.customSection(f)
	}
	return nil, errLayout
}

// titled is rich text under a heading of its own.
func (d *draft) titled(title string, html content.HTML) (view.Section, error) {
	if d.html(html) == "" {
		return nil, errEmpty
	}
	return d.contentSection(markup().heading(title).raw(html).html())
}

func (d *draft) tabSection(f *content.TabFields) (view.Section, error) {
	m := markup().heading(f.Title)
	shown := false
	for _, tab := range f.Tabs {
		if plain(tab.Title) != "" && d.html(tab.HTML) != "" {
			m.add(`<details id="`, tab.ID, `"><summary>`, plain(tab.Title), `</summary>`).raw(tab.HTML).add(`</details>`)
			shown = true
		}
	}
	if !shown {
		return nil, errEmpty
	}
	return d.contentSection(m.html())
}

func (d *draft) infoSection(f *content.InfoFields) (view.Section, error) {
	m := markup().heading(f.Title).add(`<dl class="info">`)
	for _, item := range f.Items {
		m.add(`<div><dt>`, plain(item.Label), `</dt><dd>`, plain(item.Value), `</dd></div>`)
	}
	if len(f.Items) == 0 {
		return nil, errEmpty
	}
	return d.contentSection(m.add(`</dl>`).html())
}

func (d *draft) gallerySection(title string, pictures []content.Image) (view.Section, error) {
	m := markup().heading(title).add(`<figure class="wp-block-gallery">`)
	shown := false
	for i := range pictures {
		shown = m.picture(&pictures[i], pictures[i].Alt.In(d.lang), "") || shown
	}
	if !shown {
		return nil, errEmpty
	}
	return d.contentSection(m.add(`</figure>`).html())
}

func (d *draft) sliderSection(f *content.SliderFields) (view.Section, error) {
	m := markup().heading(f.Title).add(`<figure class="wp-block-gallery">`)
	shown := false
	for _, slide := range f.Slides {
		if slide.Picture != nil {
			caption := plain(slide.Title + " " + slide.Text)
			shown = m.picture(slide.Picture, first(slide.Picture.Alt.In(d.lang), caption), caption) || shown
		}
	}
	if !shown {
		return nil, errEmpty
	}
	return d.contentSection(m.add(`</figure>`).html())
}

// filmSection shows films and foreign pages; their frames wait for a click.
func (d *draft) filmSection(title string, films []content.VideoFields) (view.Section, error) {
	m := markup().heading(title)
	for _, film := range films {
		if film.URL == "" {
			continue
		}
		m.heading(film.Title).paragraph(film.Text).add(`<iframe src="`, film.URL, `" title="`, plain(film.Title), `"></iframe>`)
	}
	return d.contentSection(m.html())
}

func (d *draft) postsSection(f *content.PostsFields) (view.Section, error) {
	if len(f.IDs) == 0 {
		return nil, errEmpty
	}
	ids := f.IDs[:min(len(f.IDs), mostHomes)]
	archive, err := d.source.Archive(d.ctx, d.lang, content.ArchiveQuery{Endpoint: "posts", Page: 1, PerPage: len(ids), Include: ids})
	if err != nil {
		return nil, err
	}
	posts := d.postCards(archive.Items)
	if len(posts) == 0 {
		return nil, nil
	}
	return &view.BlogSection{Kind: view.SectionBlogSection, Title: plain(f.Title), Posts: posts, More: d.call(f.More)}, nil
}

// customSection is a saved search shown as results: "Exclusive {type}" where the
// editor gave no title.
func (d *draft) customSection(f *content.PropertyCustomFields) (view.Section, error) {
	title := plain(f.Title)
	if title == "" {
		title = d.searchHeader(d.filterOf(&f.Filter))
	}
	return d.propertiesSection(&content.PropertiesFields{Title: title, Homes: content.Homes{Filter: &f.Filter}, More: f.More})
}
