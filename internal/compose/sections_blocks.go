package compose

import (
	"regexp"
	"slices"
	"strconv"
	"unicode/utf8"

	"estate/internal/content"
	"estate/internal/view"
)

func (d *draft) infoSection(f *content.InfoFields) (view.Section, error) {
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
		return nil, errEmpty
	}
	return section, nil
}

func (d *draft) tabSection(f *content.TabFields) (view.Section, error) {
	section := &view.TabSection{Kind: view.SectionTab, Title: plain(f.Title)}
	for _, tab := range f.Tabs {
		title, html := plain(tab.Title), d.html(tab.HTML)
		if title != "" && !html.IsZero() {
			section.Tabs = append(section.Tabs, view.Tab{ID: d.anchor(tab.ID), Title: title, HTML: html})
		}
	}
	if len(section.Tabs) == 0 {
		return nil, errEmpty
	}
	return section, nil
}

var anchorForm = regexp.MustCompile(`^[A-Za-z][\w-]{0,60}$`)

// anchor is the id of a part of the page, which is also its address there. One
// that cannot be an id, belongs to the document or is taken gets another.
func (d *draft) anchor(wanted string) string {
	if !anchorForm.MatchString(wanted) {
		wanted = "tab"
	}
	if d.anchors == nil {
		d.anchors = map[string]bool{}
	}
	id := wanted
	for n := 2; d.anchors[id] || slices.Contains(reservedIDs, id); n++ {
		id = wanted + "-" + strconv.Itoa(n)
	}
	d.anchors[id] = true
	return id
}

const (
	foldedLines = 6 // of a description that names no number
	mostLines   = 40
	lineLength  = 80 // characters of a comfortable line
)

func (d *draft) descriptionSection(f *content.DescriptionFields) (view.Section, error) {
	html := d.html(f.HTML)
	if html.IsZero() {
		return nil, errEmpty
	}
	lines := foldedLines
	if f.Lines > 0 {
		lines = min(f.Lines, mostLines)
	}
	return &view.DescriptionSection{
		Kind: view.SectionDescription, Title: plain(f.Title), HTML: html, Lines: lines,
		// Two lines more than are shown: to unfold less than that is not worth a press.
		Long: utf8.RuneCountInString(plain(html.String())) > (lines+2)*lineLength,
	}, nil
}

func (d *draft) gutembergSection(f *content.GutembergFields) (view.Section, error) {
	html := d.html(f.HTML)
	if html.IsZero() {
		return nil, errEmpty
	}
	return &view.GutembergSection{Kind: view.SectionGutemberg, HTML: html}, nil
}
