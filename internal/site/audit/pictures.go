package audit

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"estate/internal/content"
	"estate/internal/content/i18n"
)

// pictures adds a finding if an image lacks the alternative text in one of langs, or its file.
func (a *audit) pictures(at, what string, langs []i18n.Lang, image *content.Image) {
	if image == nil || image.URL == "" {
		return
	}
	if slices.Contains(unshownFormats, strings.ToLower(path.Ext(image.URL))) {
		a.report.add(GroupFormats, at, what+" "+image.URL)
	} else {
		a.unreadable(at, what, image.URL)
	}
	if languagesWithout := missingLanguages(image.Alt, langs...); len(languagesWithout) > 0 {
		a.report.add(GroupPictures, at, fmt.Sprintf("%s %s has none in %s", what, image.URL, languages(languagesWithout)))
	}
	a.missingFile(at, image.URL)
}

// unreadable adds a finding for a picture that the site cannot show, whatever its name says.
func (a *audit) unreadable(at, what, address string) {
	if a.cfg.Unreadable == nil {
		return
	}
	if reason := a.cfg.Unreadable(address); reason != "" {
		a.report.add(GroupFormats, at, fmt.Sprintf("%s %s: %s", what, address, reason))
	}
}

// missingFile adds a finding for a local picture without a file.
func (a *audit) missingFile(at, address string) {
	if a.cfg.HasPicture != nil && strings.HasPrefix(address, "/media/") && !a.cfg.HasPicture(address) {
		a.report.add(GroupLinks, at, address+": the file does not exist")
	}
}

// unshownFormats are formats of phones and printers.
var unshownFormats = []string{".heic", ".heif", ".bmp", ".psd", ".ai", ".eps"}

func (a *audit) gallery(at, what string, images []content.Image) {
	for i := range images {
		a.pictures(at, what, i18n.Filled, &images[i])
	}
}

// languages joins language codes.
func languages(langs []i18n.Lang) string {
	texts := make([]string, len(langs))
	for i, lang := range langs {
		texts[i] = string(lang)
	}
	return strings.Join(texts, ", ")
}
