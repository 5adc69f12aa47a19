package app

import (
	"context"
	"net/http"
	"strconv"
	"strings"

	"estate/internal/agency/channels"
	"estate/internal/app/config"
	"estate/internal/content"
	"estate/internal/media"
	"estate/internal/site/compose"
	"estate/internal/site/resolve"
	"estate/internal/site/route"
	"estate/internal/studio/edit"
	"estate/internal/studio/upload"
)

// openEdit opens what changes content in the studio.
func (a *App) openEdit(s config.Settings, pictures *media.Library) error {
	sanitizer, err := s.Sanitizer()
	if err != nil {
		return err
	}
	mode := edit.ModeEmbedded
	switch {
	case a.store == nil:
		mode = edit.ModeLive
	case s.CMS.IsReplica():
		mode = edit.ModeReplica
	}
	a.edit, err = edit.New(edit.Config{
		Store: a.store, Mode: mode, CMSURL: s.CMSURL(), Sanitizer: sanitizer, Log: a.log, Law: s.Legal.Law(),
		Picture: func(image *content.Image) string { return smallPicture(pictures, image) },
		Portals: func(ctx context.Context, p *content.Property) (map[string][]channels.Reason, error) {
			if a.channels == nil { // they are opened later, where there are any
				return nil, nil
			}
			return a.channels.reasons(ctx, p)
		},
	})
	return err
}

// openUploads opens what receives files in the studio.
func (a *App) openUploads(s config.Settings, pictures *media.Library) (err error) {
	if a.store == nil || a.accounts == nil {
		return nil
	}
	cfg := upload.Config{Folder: s.UploadsDir(), Library: pictures, Store: a.store, Log: a.log}
	if a.mediaSync != nil {
		cfg.Send = a.mediaSync.Put
	}
	if a.uploads, err = upload.Open(cfg); err != nil {
		return err
	}
	a.closers = append(a.closers, a.uploads.Close)
	return nil
}

// minRowPicture is the least width of a picture in a list, in pixels: that of a row on a screen of two pixels a point.
const minRowPicture = 200

// smallPicture is the address of the smallest rendition that fills a row of a list.
func smallPicture(pictures *media.Library, image *content.Image) string {
	p := pictures.Picture(image, "")
	if p == nil {
		return ""
	}
	stem, ok := strings.CutSuffix(p.Src, ".jpg")
	end := strings.LastIndexByte(stem, '-')
	if !ok || end < 0 {
		return p.Src
	}
	for _, width := range p.Widths {
		if width >= minRowPicture {
			return stem[:end+1] + strconv.Itoa(width) + ".jpg"
		}
	}
	return p.Src
}

// openPreview sets what shows a page of the site with other content. It shares no cache of content with the site.
func (a *App) openPreview(resolving resolve.Config, composing compose.Config, table *route.Table, pictures *media.Library) {
	a.preview = func(w http.ResponseWriter, r *http.Request, source content.Source, link string) error {
		resolver, err := resolve.New(resolving, source, table)
		if err != nil {
			return err
		}
		composer, err := compose.New(composing, source, pictures)
		if err != nil {
			return err
		}
		return a.server.WritePreview(w, r, source, resolver, composer, link)
	}
}
