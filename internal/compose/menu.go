package compose

import (
	"reflect"
	"strings"

	"estate/internal/content"
	"estate/internal/i18n"
	"estate/internal/view"
)

// menu prints one named menu of the settings in a language. Entries without a
// label or without anywhere to go are left out.
func (c *Composer) menu(menu content.Menu, lang i18n.Lang) []view.MenuItem {
	items := []view.MenuItem{}
	for _, entry := range menu.Items {
		item := view.MenuItem{
			Anchor:     view.Anchor{Href: c.menuLink(menu, entry.Link, lang), Text: plain(entry.Label.In(lang))},
			Background: c.background(entry.Bg),
		}
		for _, entry := range entry.Columns {
			if column := c.menuColumn(menu, entry, lang); !reflect.ValueOf(column).IsZero() {
				item.Columns = append(item.Columns, column)
			}
		}
		if item.Text != "" && (item.Href != "" || len(item.Columns) > 0) {
			items = append(items, item)
		}
	}
	return items
}

func (c *Composer) menuColumn(menu content.Menu, column content.MenuColumn, lang i18n.Lang) view.MenuColumn {
	out := view.MenuColumn{
		Title: plain(column.Title.In(lang)), Description: plain(column.Description.In(lang)),
		Background: c.background(column.Bg),
	}
	switch href, text := c.menuLink(menu, column.Link, lang), plain(column.Button.In(lang)); {
	case href != "" && text != "":
		out.Button = &view.Anchor{Href: href, Text: text}
	case out.Title != "":
		out.Href = href
	}
	for _, entry := range column.Items {
		if href, text := c.menuLink(menu, entry.Link, lang), plain(entry.Text.In(lang)); href != "" && text != "" {
			out.Items = append(out.Items, view.Anchor{Href: href, Text: text})
		}
	}
	return out
}

// menuLink is where an entry leads: the helper's link of that key, else the
// link itself.
func (c *Composer) menuLink(menu content.Menu, key string, lang i18n.Lang) string {
	if named, ok := menu.Helper[key]; ok {
		return c.href(named.In(lang))
	}
	if key == "" || !strings.ContainsAny(key, "/#:") {
		return "" // a key that the helper lacks
	}
	return c.href(key)
}

// backgroundSize stands in for the size of a menu's picture, which the settings
// do not tell. It fills a box of the design's own, so the ratio does not matter.
var backgroundSize = content.Image{Width: 1200, Height: 800}

func (c *Composer) background(address string) *view.Picture {
	if address == "" || c.pictures == nil {
		return nil
	}
	image := backgroundSize
	image.URL = address
	return c.pictures.Picture(&image, "")
}

// markCurrent marks the entries that lead to route. The menu is shared between
// views, so only what changes is copied.
func markCurrent(menu []view.MenuItem, route string) []view.MenuItem {
	copied := false
	for i := range menu {
		item := menu[i]
		found := leadsTo(item.Href, route)
		item.Current = found
		for j := range item.Columns {
			if entries, ok := markEntries(item.Columns[j].Items, route); ok {
				if !found {
					item.Columns = append([]view.MenuColumn(nil), item.Columns...)
				}
				item.Columns[j].Items = entries
				found = true
			}
		}
		if !found {
			continue
		}
		if !copied {
			menu, copied = append([]view.MenuItem(nil), menu...), true
		}
		menu[i] = item
	}
	return menu
}

func markEntries(entries []view.Anchor, route string) ([]view.Anchor, bool) {
	for i := range entries {
		if leadsTo(entries[i].Href, route) {
			marked := append([]view.Anchor(nil), entries...)
			marked[i].Current = true
			return marked, true
		}
	}
	return entries, false
}

func leadsTo(href, route string) bool { return href != "" && strings.EqualFold(href, route) }
