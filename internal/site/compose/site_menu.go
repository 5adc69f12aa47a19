package compose

import (
	"reflect"
	"slices"
	"strings"

	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/site/view"
)

// menu makes the entries of a menu. Those without a label, and those without link
// and columns, are left out.
func (b chromeBuilder) menu(menu content.Menu) []view.MenuItem {
	items := []view.MenuItem{}
	for _, entry := range menu.Items {
		item := view.MenuItem{
			Anchor:     view.Anchor{Href: b.menuLink(menu, entry.Link, b.lang), Text: plain(entry.Label.In(b.lang))},
			Background: b.background(entry.Bg),
		}
		for _, entry := range entry.Columns {
			if column := b.menuColumn(menu, entry); !reflect.ValueOf(column).IsZero() {
				item.Columns = append(item.Columns, column)
			}
		}
		if item.Text != "" && (item.Href != "" || len(item.Columns) > 0) {
			items = append(items, item)
		}
	}
	return items
}

func (b chromeBuilder) menuColumn(menu content.Menu, column content.MenuColumn) view.MenuColumn {
	out := view.MenuColumn{
		Title: plain(column.Title.In(b.lang)), Description: plain(column.Description.In(b.lang)),
		Background: b.background(column.Bg),
	}
	switch href, text := b.menuLink(menu, column.Link, b.lang), plain(column.Button.In(b.lang)); {
	case href != "" && text != "":
		out.Button = &view.Anchor{Href: href, Text: text}
	case out.Title != "":
		out.Href = href
	}
	for _, entry := range column.Items {
		if href, text := b.menuLink(menu, entry.Link, b.lang), plain(entry.Text.In(b.lang)); href != "" && text != "" {
			out.Items = append(out.Items, view.Anchor{Href: href, Text: text})
		}
	}
	return out
}

// menuLink is the link of a menu's entry. Its field holds a key of the menu's
// helper or the link itself.
func (c *converter) menuLink(menu content.Menu, key string, lang i18n.Lang) string {
	if link, ok := menu.Helper[key]; ok {
		return c.href(link.In(lang))
	}
	if key == "" || !strings.ContainsAny(key, "/#:") {
		return "" // a key that the helper does not have
	}
	return c.href(key)
}

// backgroundSize is the assumed size of a menu's picture: the settings have none.
// CSS crops the picture, so the ratio does not matter.
var backgroundSize = content.Image{Width: 1200, Height: 800}

func (b chromeBuilder) background(address string) *view.Picture {
	image := backgroundSize
	image.URL = address
	return b.decoration(&image)
}

// markCurrent marks the entries that lead to route. Views share the menu, so only the changed parts are
// copied.
func markCurrent(menu []view.MenuItem, route string) []view.MenuItem {
	copied := false
	for i := range menu {
		item := menu[i]
		item.Current = isRoute(item.Href, route)
		columns, inColumns := markColumns(item.Columns, route)
		if !item.Current && !inColumns {
			continue
		}
		item.Columns = columns
		if !copied {
			menu, copied = slices.Clone(menu), true
		}
		menu[i] = item
	}
	return menu
}

func markColumns(columns []view.MenuColumn, route string) ([]view.MenuColumn, bool) {
	copied := false
	for i := range columns {
		entries, ok := markEntries(columns[i].Items, route)
		if !ok {
			continue
		}
		if !copied {
			columns, copied = slices.Clone(columns), true
		}
		columns[i].Items = entries
	}
	return columns, copied
}

func markEntries(entries []view.Anchor, route string) ([]view.Anchor, bool) {
	for i := range entries {
		if isRoute(entries[i].Href, route) {
			marked := slices.Clone(entries)
			marked[i].Current = true
			return marked, true
		}
	}
	return entries, false
}
