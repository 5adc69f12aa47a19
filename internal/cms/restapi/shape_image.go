package restapi

import (
	"mime"
	"path"
	"strings"

	"estate/internal/content"
)

// image is a picture as an ACF image, with its alternative text in every language; false
// for no picture.
func (c *call) image(image *content.Image) any {
	if image == nil || image.URL == "" {
		return false
	}
	address := c.absolute(image.URL)
	o := object{{"id", image.ID}, {"ID", image.ID}, {"url", address}, {"source_url", address}}
	c.putText(&o, "alt", image.Alt)
	o.put("alt_text", image.Alt.In(c.lang))
	o.put("width", image.Width)
	o.put("height", image.Height)
	if image.Color != "" {
		o.put("color", image.Color)
	}
	if image.Label != "" {
		o.put("label", image.Label)
	}
	if image.Focus != nil {
		o.put("focus", *image.Focus)
	}
	if image.Altered {
		o.put("altered", true)
	}
	return o
}

// images is a gallery, [] for none.
func (c *call) images(list []content.Image) []any {
	all := make([]any, 0, len(list))
	for i := range list {
		all = append(all, c.image(&list[i]))
	}
	return all
}

// media is a file of the library.
func (c *call) media(t *postType, m *content.Media) item {
	var o object
	c.head(&o, &m.Head)
	address := c.absolute(m.Image.URL)
	kind := mimeOf(m)
	for i, f := range o {
		switch f.key {
		case "guid":
			o[i].value = rendered(address)
		case "status":
			if m.Status == content.StatusPublish {
				o[i].value = "inherit" // as WordPress has it for attachments
			}
		}
	}
	title := titled(m.Title.In(c.lang))
	o.put("title", title)
	o.put("author", 0)
	o.put("comment_status", "closed")
	o.put("ping_status", "closed")
	o.put("template", "")
	o.put("meta", []any{})
	o.put("acf", []any{})
	o.put("description", rendered(""))
	o.put("caption", rendered(m.Caption.In(c.lang)))
	o.put("alt_text", m.Image.Alt.In(c.lang))
	o.put("media_type", mediaType(kind))
	o.put("mime_type", kind)
	o.put("media_details", c.mediaDetails(m, kind, address))
	o.put("post", orNull(m.Parent))
	o.put("source_url", address)
	inLanguages(&o, "title", m.Title, false)
	inLanguages(&o, "caption", m.Caption, false)
	inLanguages(&o, "alt", m.Image.Alt, false)
	if m.Image.Color != "" {
		o.put("color", m.Image.Color)
	}
	if m.Image.Label != "" {
		o.put("label", m.Image.Label)
	}
	if m.Image.Focus != nil {
		o.put("focus", *m.Image.Focus)
	}
	if m.Image.Altered {
		o.put("altered", true)
	}
	if len(m.AlternativeLinks) > 0 {
		o.put("alternative_links", c.alternatives(&m.Head))
	}
	return item{o, c.headLinks(t, &m.Head)}
}

func (c *call) mediaDetails(m *content.Media, kind, address string) object {
	file := path.Base(m.Image.URL)
	full := object{
		{"file", file}, {"width", m.Image.Width}, {"height", m.Image.Height}, {"mime_type", kind}, {"source_url", address},
	}
	return object{
		{"width", m.Image.Width},
		{"height", m.Image.Height},
		{"file", strings.TrimPrefix(m.Image.URL, "/")},
		{"sizes", object{{"full", full}}},
		{"image_meta", object{{"title", ""}, {"caption", ""}, {"credit", ""}}},
	}
}

func mediaType(kind string) string {
	if strings.HasPrefix(kind, "image/") {
		return "image"
	}
	return "file"
}

// mimeOf is the media type of a file, guessed from its name where none is stored.
func mimeOf(m *content.Media) string {
	if m.Mime != "" {
		return m.Mime
	}
	kind, _, _ := strings.Cut(mime.TypeByExtension(path.Ext(m.Image.URL)), ";")
	return kind
}

// embeddedMedia is a file embedded in another entity, or WordPress's error where it does
// not exist.
func (c *call) embeddedMedia(id int) any {
	entity, err := c.source.ByID(c.ctx, c.lang, "media", id, "")
	m, isMedia := entity.(*content.Media)
	if err != nil || !isMedia {
		return embedError(statusOf(err), invalidPost())
	}
	one := c.media(c.postTypeOf(content.TypeAttachment), m)
	one.data = embedContext(one.data)
	return embeddedItem(one)
}

// embedError is the error object in place of an entity that cannot be embedded.
func embedError(status int, missing *problem) object {
	if status == 401 {
		return forbidden().body()
	}
	return missing.body()
}

func orNull(id int) any {
	if id == 0 {
		return nil
	}
	return id
}
