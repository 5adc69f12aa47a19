package compose

import (
	"regexp"
	"slices"
	"strconv"
	"unicode/utf8"

	"estate/internal/content"
	"estate/internal/view"
)

func (b *sectionBuilder) infoSection(f *content.InfoFields) (view.Section, error) {
	section := &view.InfoSection{Kind: view.SectionInfo, Title: plain(f.Title)}
	for _, item := range f.Items {
		fact := view.InfoItem{Label: plain(item.Label), Value: plain(item.Value)}
		if slices.Contains(content.SectionIcons, item.Icon) {
			fact.Icon = item.Icon
		}
		if fact.Label != "" && fact.Value != "" {
			section.Items = append(section.Items, fact)
		}
	}
	if len(section.Items) == 0 {
		return nil, errMissingField
	}
	return section, nil
}

func (b *sectionBuilder) tabSection(f *content.TabFields) (view.Section, error) {
	section := &view.TabSection{Kind: view.SectionTab, Title: plain(f.Title)}
	for _, tab := range f.Tabs {
		title, html := plain(tab.Title), b.html(tab.HTML)
		if title != "" && !html.IsZero() {
			section.Tabs = append(section.Tabs, view.Tab{ID: b.anchor(tab.ID), Title: title, HTML: html})
		}
	}
	if len(section.Tabs) == 0 {
		return nil, errMissingField
	}
	return section, nil
}

var anchorPattern = regexp.MustCompile(`^[A-Za-z][\w-]{0,60}$`)

// anchor is a unique id for a part of the page: the wanted one, unless it is no id,
// reserved or taken.
func (b *sectionBuilder) anchor(wanted string) string {
	if !anchorPattern.MatchString(wanted) {
		wanted = "tab"
	}
	if b.anchors == nil {
		b.anchors = map[string]bool{}
	}
	id := wanted
	for n := 2; b.anchors[id] || slices.Contains(reservedIDs, id); n++ {
		id = wanted + "-" + strconv.Itoa(n)
	}
	b.anchors[id] = true
	return id
}

const (
	defaultLines = 6 // of a folded description
	maxLines     = 40
	lineLength   = 80 // characters, estimated
)

func (b *sectionBuilder) descriptionSection(f *content.DescriptionFields) (view.Section, error) {
	html := b.html(f.HTML)
	if html.IsZero() {
		return nil, errMissingField
	}
	lines := defaultLines
	if f.Lines > 0 {
		lines = min(f.Lines, maxLines)
	}
	return &view.DescriptionSection{
		Kind: view.SectionDescription, Title: plain(f.Title), HTML: html, Lines: lines,
		// A text that is at most two lines longer is not folded.
		Long: utf8.RuneCountInString(plain(html.String())) > (lines+2)*lineLength,
	}, nil
}

func (b *sectionBuilder) gutembergSection(f *content.GutembergFields) (view.Section, error) {
	html := b.html(f.HTML)
	if html.IsZero() {
		return nil, errMissingField
	}
	return &view.GutembergSection{Kind: view.SectionGutemberg, HTML: html}, nil
}
