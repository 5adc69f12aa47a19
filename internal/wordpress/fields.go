package wordpress

import (
	"strings"
	"time"

	"estate/internal/content"
	"estate/internal/i18n"
)

// decoder turns answers in one language into entities.
type decoder struct {
	links Links
	lang  i18n.Lang
}

// words reads a text that is kept per language: name_en beside name_es, an object
// {en, es}, or one plain text in the language asked for.
func (d decoder) words(n node, name string) i18n.Text {
	words := i18n.Text{}
	for _, lang := range i18n.Declared {
		if text := n.at(name + "_" + string(lang)).plain(); text != "" {
			words[lang] = text
		} else if text := n.at(name, string(lang)).plain(); text != "" {
			words[lang] = text
		}
	}
	if text := n.at(name).plain(); len(words) == 0 && text != "" {
		words[d.lang] = text
	}
	return orNil(words)
}

// markup is words for fields that hold HTML.
func (d decoder) markup(n node, name string) i18n.Text {
	words := i18n.Text{}
	for _, lang := range i18n.Declared {
		if text := n.at(name + "_" + string(lang)).rendered(); text != "" {
			words[lang] = text
		} else if text := n.at(name, string(lang)).rendered(); text != "" {
			words[lang] = text
		}
	}
	if text := n.at(name).rendered(); len(words) == 0 && text != "" {
		words[d.lang] = text
	}
	return orNil(words)
}

func orNil(words i18n.Text) i18n.Text {
	if len(words) == 0 {
		return nil
	}
	return words
}

// either are the words of the first source that has any.
func either(choices ...i18n.Text) i18n.Text {
	for _, words := range choices {
		if len(words) > 0 {
			return words
		}
	}
	return nil
}

// field is a field that stands beside acf or inside it.
func field(n node, name string) node {
	if own := n.at(name); !own.empty() {
		return own
	}
	return n.at("acf", name)
}

// image reads a picture: an address, an ACF image, or a media entity.
func (d decoder) image(n node) *content.Image {
	if address := strings.TrimSpace(n.text()); address != "" {
		if n.whole() > 0 { // a bare media id
			return nil
		}
		return &content.Image{URL: address}
	}
	address := n.first("source_url", "url").text()
	if address == "" {
		return nil
	}
	size := n
	if details := n.at("media_details"); details.isObject() {
		size = details
	}
	return &content.Image{
		ID: n.first("id", "ID").whole(), URL: address,
		Width: max(0, size.at("width").whole()), Height: max(0, size.at("height").whole()),
		Alt:   either(d.words(n, "alt"), d.words(n, "alt_text")),
		Color: n.at("color").text(),
	}
}

func (d decoder) images(n node) []content.Image {
	var images []content.Image
	for _, item := range n.list() {
		if image := d.image(item); image != nil {
			images = append(images, *image)
		}
	}
	return images
}

// featured is the picture of an entity: its own field, else the embedded media.
// A deleted one brings the whole REST index in its place, which has no address.
func (d decoder) featured(n node) *content.Image {
	if image := d.image(field(n, "featured_image")); image != nil {
		return image
	}
	for _, media := range n.at("_embedded", "wp:featuredmedia").list() {
		if media.at("id").whole() > 0 && !media.at("source_url").empty() {
			return d.image(media)
		}
	}
	return nil
}

var timeForms = []string{"2006-01-02T15:04:05", time.RFC3339, "2006-01-02 15:04:05", "2006-01-02"}

// when reads a time: the GMT field, else the plain one as if it were UTC.
func when(n node, name string) time.Time {
	for _, key := range []string{name + "_gmt", name} {
		for _, form := range timeForms {
			if at, err := time.Parse(form, n.at(key).text()); err == nil {
				return at.UTC()
			}
		}
	}
	return time.Time{}
}

// alternatives are an entity's links per language.
func (d decoder) alternatives(n node) map[i18n.Lang]string {
	links := map[i18n.Lang]string{}
	for _, lang := range i18n.Declared {
		if address := n.at(string(lang)).text(); address != "" {
			links[lang] = d.links.Site(address)
		}
	}
	if len(links) == 0 {
		return nil
	}
	return links
}
