package wordpress

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"estate/internal/content"
	"estate/internal/content/i18n"
)

// decoder decodes responses in one language into entities.
type decoder struct {
	links  Links
	lang   i18n.Lang
	adapts bool // Config.Adapt
	// foreign says that the entity stands in a list of another language.
	foreign bool
	themes  Themes
	rates   map[string]float64
	byID    *mediaLookup // nil: media that are named by id alone are left out
	unread  *[]string    // fields of the entity that were not understood; nil: not recorded
}

// text decodes a text field: name_en and name_es, an object {en, es}, or one text in the
// language of the request. Markup is removed.
func (d decoder) text(n node, name string) i18n.Text { return d.texts(n, name, node.plain) }

// markup is text for fields that hold HTML.
func (d decoder) markup(n node, name string) i18n.Text { return d.texts(n, name, node.rendered) }

// texts decodes a field in all forms by a function for one text. It is nil without a text.
func (d decoder) texts(n node, name string, read func(node) string) i18n.Text {
	texts := i18n.Text{}
	for _, lang := range i18n.Declared {
		if text := cmp.Or(read(n.at(name+"_"+string(lang))), read(n.at(name, string(lang)))); text != "" {
			texts[lang] = text
		}
	}
	if text := read(n.at(name)); len(texts) == 0 && text != "" {
		texts[d.lang] = text
	}
	if len(texts) == 0 {
		return nil
	}
	return texts
}

// firstText returns the first text that is not empty.
func firstText(choices ...i18n.Text) i18n.Text {
	for _, texts := range choices {
		if len(texts) > 0 {
			return texts
		}
	}
	return nil
}

// field returns a field of the entity itself, else of its acf object.
func field(n node, name string) node {
	if own := n.at(name); !own.empty() {
		return own
	}
	return n.at("acf", name)
}

// image decodes an image: an address, an ACF image, a media entity, or its id.
func (d decoder) image(n node) *content.Image {
	if id := n.mediaID(); id > 0 {
		return d.byID.image(id)
	}
	if address := strings.TrimSpace(n.text()); address != "" {
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
		ID: n.first("id", "ID").integer(), URL: address,
		Width: max(0, size.at("width").integer()), Height: max(0, size.at("height").integer()),
		Alt:   firstText(d.text(n, "alt"), d.text(n, "alt_text")),
		Color: n.at("color").text(),
		Focus: imageFocus(n.at("focus").list()), Label: imageLabel(n.at("label").text()), Altered: n.at("altered").boolean(),
	}
}

// imageFocus is a point in percent, nil for anything else.
func imageFocus(parts []node) *[2]int {
	if len(parts) != 2 {
		return nil
	}
	at := [2]int{parts[0].integer(), parts[1].integer()}
	if min(at[0], at[1]) < 0 || max(at[0], at[1]) > 100 {
		return nil
	}
	return &at
}

// imageLabel is a known label, "" for any other.
func imageLabel(text string) string {
	if slices.Contains(content.ImageLabels, text) {
		return text
	}
	return ""
}

func (d decoder) images(n node) []content.Image {
	var images []content.Image
	items := n.list()
	if text, isText := n.value.(string); isText { // a list of ids: "12,13"
		items = nil
		for id := range strings.SplitSeq(text, ",") {
			items = append(items, node{strings.TrimSpace(id)})
		}
	}
	for _, item := range items {
		if image := d.image(item); image != nil {
			images = append(images, *image)
		}
	}
	return images
}

// featured returns the featured image: the entity's own field, else the embedded media. In
// place of a deleted image WordPress embeds the REST index, which has no address.
func (d decoder) featured(n node) *content.Image {
	if image := d.image(field(n, "featured_image")); image != nil {
		return image
	}
	for _, media := range n.at("_embedded", "wp:featuredmedia").list() {
		if media.at("id").integer() > 0 && !media.at("source_url").empty() {
			return d.image(media)
		}
	}
	return nil
}

var timeLayouts = []string{"2006-01-02T15:04:05", time.RFC3339, "2006-01-02 15:04:05", "2006-01-02"}

// timestamp decodes a time: the GMT field, else the plain field, read as UTC.
func timestamp(n node, name string) time.Time {
	for _, key := range []string{name + "_gmt", name} {
		for _, layout := range timeLayouts {
			if at, err := time.Parse(layout, n.at(key).text()); err == nil {
				return at.UTC()
			}
		}
	}
	return time.Time{}
}

// linkTargets decodes links of editors per language: addresses, objects of ACF, or one for the
// language of the request.
func (d decoder) linkTargets(n node) map[i18n.Lang]string {
	links := map[i18n.Lang]string{}
	for _, lang := range i18n.Declared {
		if target := n.at(string(lang)).linkTarget(); target != "" {
			links[lang] = d.toSite(target)
		}
	}
	if target := n.linkTarget(); len(links) == 0 && target != "" {
		links[d.lang] = d.toSite(target)
	}
	if len(links) == 0 {
		return nil
	}
	return links
}

// alternatives decodes the links of an entity per language.
func (d decoder) alternatives(n node) map[i18n.Lang]string {
	links := map[i18n.Lang]string{}
	for _, lang := range i18n.Declared {
		if address := n.at(string(lang)).linkTarget(); address != "" {
			links[lang] = d.links.Site(address)
		}
	}
	if len(links) == 0 {
		return nil
	}
	return links
}
