package edit

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/studio/account"
)

// maxFiles bounds a list of the media library.
const maxFiles = 60

// Files are files of the media library whose media type begins with mime and whose name has the words of a text, the newest first.
func (s *Service) Files(ctx context.Context, text, mime string) ([]*content.Media, error) {
	if s.store == nil {
		return nil, nil
	}
	archive, err := s.store.List(ctx, i18n.Fallback, content.ListQuery{
		Endpoint: content.TypeAttachment.Endpoint(), Search: text, Mime: mime, Limit: maxFiles,
	})
	if err != nil {
		return nil, err
	}
	var files []*content.Media
	for _, item := range archive.Items {
		if m, ok := item.(*content.Media); ok {
			files = append(files, m)
		}
	}
	return files, nil
}

// Thumbnail is the address of a small rendition, "" for a picture that the site does not show.
func (s *Service) Thumbnail(image *content.Image) string {
	if s.cfg.Picture == nil {
		return ""
	}
	return s.cfg.Picture(image)
}

// Bounds of pictures.
const (
	maxImages = 200 // of a list
	maxAlt    = 300 // characters
)

// images checks pictures: files of the media library, or those that the document has already.
func (c *checker) images(path string, list []content.Image) error {
	c.list(path, len(list), maxImages)
	for i := range list[:min(len(list), maxImages)] {
		if err := c.image(fmt.Sprintf("%s.%d", path, i), &list[i]); err != nil {
			return err
		}
	}
	return nil
}

func (c *checker) cover(cover *content.Image) error {
	if cover == nil {
		return nil
	}
	return c.image(fieldPictures, cover)
}

func (c *checker) image(path string, image *content.Image) error {
	c.texts(path+".alt", image.Alt, maxAlt, oneLine)
	oneOf(c, path, image.Label, content.ImageLabels)
	if at := image.Focus; at != nil && (min(at[0], at[1]) < 0 || max(at[0], at[1]) > 100) {
		c.add(path, "choice")
	}
	if slices.ContainsFunc(imagesOf(c.before), func(had content.Image) bool { return isSameFile(&had, image) }) {
		return nil
	}
	entity, _, err := c.service.store.Stored(c.ctx, content.Ref{Type: content.TypeAttachment, ID: image.ID})
	if err != nil {
		return err
	}
	if m, ok := entity.(*content.Media); ok && strings.HasPrefix(m.Mime, "image/") {
		file := m.Image
		file.ID = m.ID
		if isSameFile(&file, image) {
			return nil
		}
	}
	c.add(path, "picture")
	return nil
}

// imagesOf are all pictures of a property or development.
func imagesOf(entity content.Entity) (all []content.Image) {
	var cover *content.Image
	switch e := entity.(type) {
	case *content.Property:
		all, cover = slices.Concat(e.Gallery, e.Plans), e.Featured
	case *content.Development:
		all, cover = slices.Concat(e.Gallery, e.Plans), e.Featured
	}
	if cover != nil {
		all = append(all, *cover)
	}
	return all
}

// isSameFile reports whether two pictures name one file, with its size and colour.
func isSameFile(a, b *content.Image) bool {
	return a.ID == b.ID && a.URL == b.URL && a.Width == b.Width && a.Height == b.Height && a.Color == b.Color
}

// document checks the address of a document or a film: one of the web, a file of the media library, or one of before.
func (c *checker) document(path, address string) error {
	c.webAddress(path, address, true)
	if !strings.HasPrefix(address, "/media/") || slices.Contains(documentsOf(c.before), address) {
		return nil
	}
	m, err := c.service.store.MediaAt(c.ctx, address)
	if err == nil && m == nil {
		c.add(path, "file")
	}
	return err
}

// documentsOf are the addresses of all documents and films of a property or development.
func documentsOf(entity content.Entity) []string {
	var addresses []string
	var sheet *content.InformationSheet
	switch e := entity.(type) {
	case *content.Property:
		addresses, sheet = []string{e.Extra.PDF, e.Extra.Video}, e.InformationSheet
	case *content.Development:
		addresses = []string{e.Extra.PDF, e.Extra.Video}
	}
	if sheet != nil {
		addresses = append(addresses, sheet.Document)
	}
	return addresses
}

// Thumbnails are addresses of small renditions of pictures, by the addresses of these. A picture of another host must be one
// of the property: the address of its rendition is a permission to fetch it.
func (s *Service) Thumbnails(ctx context.Context, user *account.User, ref content.Ref, addresses []string) (map[string]string, error) {
	document, err := s.Read(ctx, user, ref)
	if err != nil {
		return nil, err
	}
	had := struct {
		Featured *content.Image  `json:"featured_image"`
		Gallery  []content.Image `json:"gallery"`
		Plans    []content.Image `json:"plans"`
	}{}
	if err := json.Unmarshal([]byte(document.Doc), &had); err != nil {
		return nil, err
	}
	own := map[string]bool{}
	for _, image := range slices.Concat(had.Gallery, had.Plans) {
		own[image.URL] = true
	}
	if had.Featured != nil {
		own[had.Featured.URL] = true
	}
	found := map[string]string{}
	for _, address := range addresses[:min(len(addresses), 2*maxImages)] {
		if own[address] || strings.HasPrefix(address, "/media/") {
			if at := s.Thumbnail(&content.Image{URL: address}); at != "" {
				found[address] = at
			}
		}
	}
	return found, nil
}
