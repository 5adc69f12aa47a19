package edit

import (
	"context"

	"estate/internal/content"
	"estate/internal/content/i18n"
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
