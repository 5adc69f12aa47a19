package wordpress

import (
	"estate/internal/content"
)

// post decodes a post, or an entity of an unknown type.
func (d decoder) post(n node) *content.Post {
	post := &content.Post{
		Head:       d.head(n, false),
		Title:      n.at("title").plain(),
		Content:    content.UnsafeHTML(n.at("content").rendered()),
		Excerpt:    content.UnsafeHTML(n.at("excerpt").rendered()),
		Author:     n.at("author").id(),
		Categories: n.at("categories").ids(),
		Tags:       n.at("tags").ids(),
		Featured:   d.featured(n),
		Fields:     d.pageFields(n.at("acf")),
		Sticky:     n.at("sticky").boolean(),
	}
	if post.Protected {
		return &content.Post{
			Head: post.Head, Title: post.Title, Author: post.Author, Categories: post.Categories, Tags: post.Tags, Sticky: post.Sticky,
		}
	}
	return post
}

func (d decoder) page(n node) *content.Page {
	page := &content.Page{
		Head:     d.head(n, false),
		Title:    n.at("title").plain(),
		Content:  content.UnsafeHTML(n.at("content").rendered()),
		Excerpt:  content.UnsafeHTML(n.at("excerpt").rendered()),
		Parent:   n.at("parent").id(),
		Featured: d.featured(n),
		Fields:   d.pageFields(n.at("acf")),
		Filter:   propertyFilter(field(n, "property_filter")),
		Sections: d.sections(field(n, "sections")),
	}
	if page.Protected {
		return &content.Page{Head: page.Head, Title: page.Title, Parent: page.Parent}
	}
	return page
}

// pageFields decodes acf, which is false or [] on pages without fields.
func (d decoder) pageFields(acf node) content.PageFields {
	return content.PageFields{
		Title:       d.text(acf, "title").In(d.lang),
		Subtitle:    d.text(acf, "subtitle").In(d.lang),
		HeaderType:  acf.at("header_type").text(),
		HeaderImage: d.image(acf.at("header_image")),
		HideSearch:  hidesSearch(acf),
		Description: d.text(acf, "description").In(d.lang),
	}
}

// hidesSearch reads hide_search of the agency's plugin, else search_bar, which hides the
// search panel when it is set (specification §2.6.11).
func hidesSearch(acf node) bool {
	if acf.has("hide_search") {
		return acf.at("hide_search").boolean()
	}
	return acf.at("search_bar").boolean()
}

// propertyFilter decodes the preset of a listing page: single ids, or lists of terms of which
// the first is used. It returns nil without a preset.
func propertyFilter(n node) *content.PropertyFilter {
	first := func(name string) int {
		if ids := n.at(name).ids(); len(ids) > 0 {
			return ids[0]
		}
		return 0
	}
	filter := content.PropertyFilter{Offer: first("s_offer"), Type: first("s_type"), Location: first("s_location")}
	if filter == (content.PropertyFilter{}) {
		return nil
	}
	return &filter
}

func (d decoder) media(n node) *content.Media {
	media := &content.Media{
		Head:    d.head(n, true),
		Title:   d.text(n, "title"),
		Caption: d.markup(n, "caption"),
		Mime:    n.at("mime_type").text(),
		Parent:  n.first("parent", "post").id(),
	}
	media.Type = content.TypeAttachment
	if image := d.image(n); image != nil {
		media.Image = *image
	}
	return media
}
