package document

import "estate/internal/site/view"

// composed writes the sections that section does not know.
func (w htmlWriter) composed(section view.Section) {
	switch s := section.(type) {
	case *view.InfoSection:
		w.titled(s.Title)
		for _, item := range s.Items {
			w.raw(`<p>`).text(item.Label + ": " + item.Value).raw(`</p>`)
		}
	case *view.TabSection:
		w.titled(s.Title)
		for _, tab := range s.Tabs {
			w.raw(`<h3>`).text(tab.Title).raw(`</h3>`).safe(tab.HTML)
		}
	case *view.DescriptionSection:
		w.titled(s.Title).safe(s.HTML)
	case *view.GutembergSection:
		w.safe(s.HTML)
	case *view.GallerySection:
		w.titled(s.Title).raw(`<ul>`)
		for _, picture := range s.Pictures {
			w.item(picture.Src, picture.Alt, "")
		}
		w.raw(`</ul>`)
	case *view.SliderSection:
		w.titled(s.Title).slides(s.Slides)
	case *view.VideoSection:
		w.titled(s.Title).videos([]view.Video{s.Video})
	case *view.VideoListSection:
		w.titled(s.Title).videos(s.Videos)
	case *view.IframeSection:
		w.raw(`<ul>`)
		w.item(s.Href, s.Title, s.Host)
		w.raw(`</ul>`)
	case *view.PostsSection:
		w.titled(s.Title).posts(s.Posts)
	case *view.PropertyCustomSection:
		text := s.Summary
		if s.Empty != "" {
			text = s.Empty
		}
		w.titled(s.Title).raw(`<p>`).text(text).raw(`</p>`).cards(s.Cards)
	default:
		w.links(section)
	}
}

// links writes the sections that consist of links.
func (w htmlWriter) links(section view.Section) {
	switch s := section.(type) {
	case *view.ServicesSection:
		w.titled(s.Title)
		for _, service := range s.Items {
			w.raw(`<h3>`).text(service.Title).raw(`</h3><p>`).text(service.Text).raw(`</p>`)
			if service.Href != "" {
				w.anchors([]view.Anchor{{Href: service.Href, Text: service.Title}})
			}
		}
	case *view.LocationsSection:
		w.titled(s.Title).raw(`<ul>`)
		for _, tile := range s.Tiles {
			w.item(tile.Href, tile.Name, tile.Count)
		}
		w.raw(`</ul>`)
	case *view.ShortlinksSection:
		w.titled(s.Title).anchors(s.Links)
	case *view.LinkSection:
		w.titled(s.Title).raw(`<p>`).text(s.Text).raw(`</p>`).anchors(s.Links)
	case *view.ContactSection:
		w.titled(s.Title).anchors(s.Phones).anchors(s.Mails)
		for _, line := range s.Address {
			w.raw(`<p>`).text(line).raw(`</p>`)
		}
	}
}

func (w htmlWriter) anchors(links []view.Anchor) htmlWriter {
	w.raw(`<ul>`)
	for _, link := range links {
		w.item(link.Href, link.Text, "")
	}
	return w.raw(`</ul>`)
}

func (w htmlWriter) videos(videos []view.Video) {
	w.raw(`<ul>`)
	for _, video := range videos {
		w.item(video.Embed, video.Title, video.Text)
	}
	w.raw(`</ul>`)
}

func (w htmlWriter) slides(slides []view.Slide) {
	w.raw(`<ul>`)
	for _, slide := range slides {
		switch {
		case slide.Href != "" && slide.Title != "":
			w.item(slide.Href, slide.Title, slide.Text)
		case slide.Title+slide.Text != "":
			w.raw(`<li>`).text(slide.Title + " " + slide.Text).raw(`</li>`)
		}
	}
	w.raw(`</ul>`)
}
