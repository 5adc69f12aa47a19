package upload

import (
	"bytes"
	"path"
	"slices"
	"strings"
	"unicode"

	"estate/internal/content/i18n"
	"estate/internal/media"
)

// Kind is what a file of the media library is.
type Kind string

// The kinds.
const (
	KindPicture  Kind = "picture"
	KindDocument Kind = "document"
	KindFilm     Kind = "film"
)

// KindOf is the kind of a media type, "" for one that the studio does not show.
func KindOf(mime string) Kind {
	switch {
	case strings.HasPrefix(mime, "image/"):
		return KindPicture
	case mime == "application/pdf":
		return KindDocument
	case strings.HasPrefix(mime, "video/"):
		return KindFilm
	}
	return ""
}

// MediaType is the beginning of the media types of a kind, "" for all.
func (k Kind) MediaType() string {
	switch k {
	case KindPicture:
		return "image/"
	case KindDocument:
		return "application/pdf"
	case KindFilm:
		return "video/"
	}
	return ""
}

// form is the format of a file that is stored unchanged.
type form struct {
	kind      Kind
	mime, ext string
}

// headBytes is how much of a file its format is told from.
const headBytes = 512

// formOf tells the format of a file from its beginning: that of its name is not to be trusted. A picture has no mime: it is
// encoded anew.
func formOf(head []byte) (form, bool) {
	text := bytes.TrimSpace(bytes.TrimPrefix(head, []byte("\ufeff")))
	switch {
	case media.IsHEIC(head), media.IsPicture(head), media.IsSVG(head):
		return form{kind: KindPicture}, true
	case bytes.HasPrefix(text, []byte("%PDF-")) && bytes.HasPrefix(head, []byte("%PDF-")):
		return form{KindDocument, "application/pdf", ".pdf"}, true
	case bytes.HasPrefix(head, []byte("\x1a\x45\xdf\xa3")) && bytes.Contains(head, []byte("webm")):
		return form{KindFilm, "video/webm", ".webm"}, true
	case len(head) >= 12 && string(head[4:8]) == "ftyp" && string(head[8:12]) == "qt  ":
		return form{KindFilm, "video/quicktime", ".mov"}, true
	case len(head) >= 12 && string(head[4:8]) == "ftyp" && slices.Contains(filmBrands, string(head[8:12])):
		return form{KindFilm, "video/mp4", ".mp4"}, true
	}
	return form{}, false
}

// filmBrands are the brands of MP4 that cameras and editors write.
var filmBrands = []string{"isom", "iso2", "iso4", "iso5", "iso6", "mp41", "mp42", "avc1", "M4V ", "M4VH", "M4VP", "dash", "MSNV"}

func isFilmName(name string) bool {
	return slices.Contains([]string{".mp4", ".m4v", ".mov", ".webm"}, strings.ToLower(path.Ext(name)))
}

// maxName bounds the name of a file, and maxSlug the part of it in an address, in characters.
const (
	maxName = 100
	maxSlug = 60
)

// cleanName is the name of a file as it is shown: without folders, controls and characters that turn the direction of a text.
func cleanName(name string) string {
	name = name[strings.LastIndexAny(name, `/\`)+1:]
	name = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || r == unicode.ReplacementChar {
			return -1
		}
		return r
	}, strings.ToValidUTF8(name, ""))
	name = strings.TrimLeft(strings.TrimSpace(name), ".")
	if runes := []rune(name); len(runes) > maxName {
		ext := []rune(path.Ext(name))
		if len(ext) > 6 {
			ext = nil
		}
		name = string(runes[:maxName-len(ext)]) + string(ext)
	}
	return name
}

// titleOf is the name of a file without its ending.
func titleOf(name string) string {
	return strings.TrimSpace(strings.NewReplacer("_", " ", "-", " ").Replace(strings.TrimSuffix(name, path.Ext(name))))
}

// slugOf is a title in an address.
func slugOf(title string) string {
	slug := i18n.Slug(title)
	return strings.Trim(slug[:min(len(slug), maxSlug)], "-")
}
