package wxr

import (
	"cmp"
	"encoding/json"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/content/link"
	"estate/internal/content/sanitize"
)

func plain(text string) string { return sanitize.Text(text) }

// node is an entry of a menu with those below it.
type node struct {
	text, link string
	below      []*node
}

// menu is a menu of the file.
type menu struct {
	slug  string
	nodes []*node
}

// mainWords are in the names of menus that themes show in the header.
var mainWords = []string{"main", "primary", "principal", "header", "top", "navigation", "menú", "menu"}

// menus makes the menus of each language. The file does not say which menu the theme shows in the
// header: it is the one whose name says so, else the longest one.
func (m *maker) menus() {
	for _, menu := range slices.Concat(m.classicMenus(), m.blockMenus()) {
		lang := languageOfMenu(menu.nodes)
		if m.out.Menus[lang] == nil {
			m.out.Menus[lang] = map[string]content.Menu{}
		}
		m.out.Menus[lang][menu.slug] = toMenu(menu.nodes, lang)
	}
	for _, menus := range m.out.Menus {
		if main := mainMenu(menus); main != "main" {
			menus["main"] = menus[main]
			delete(menus, main)
		}
	}
}

func mainMenu(menus map[string]content.Menu) string {
	names := make([]string, 0, len(menus))
	for name := range menus {
		names = append(names, name)
	}
	rank := func(name string) int {
		if at := slices.IndexFunc(mainWords, func(word string) bool { return strings.Contains(strings.ToLower(name), word) }); at >= 0 {
			return at
		}
		return len(mainWords)
	}
	slices.SortFunc(names, func(a, b string) int {
		return cmp.Or(cmp.Compare(rank(a), rank(b)), cmp.Compare(len(menus[b].Items), len(menus[a].Items)), strings.Compare(a, b))
	})
	return names[0]
}

// classicMenus reads the menus whose entries are items.
func (m *maker) classicMenus() []menu {
	var menus []menu
	entries := map[string][]*xmlItem{}
	for i := range m.file.Items {
		item := &m.file.Items[i]
		if item.Type != "nav_menu_item" || item.Status != "publish" {
			continue
		}
		for _, term := range item.Categories {
			if term.Domain == "nav_menu" {
				slug := decodeSlug(term.Slug)
				if entries[slug] == nil {
					menus = append(menus, menu{slug: slug})
				}
				entries[slug] = append(entries[slug], item)
			}
		}
	}
	for i := range menus {
		items := entries[menus[i].slug]
		slices.SortStableFunc(items, func(a, b *xmlItem) int { return cmp.Compare(a.Order, b.Order) })
		nodes := map[int]*node{}
		for _, item := range items {
			nodes[item.ID] = m.menuEntry(item)
		}
		for _, item := range items {
			entry := nodes[item.ID]
			parent, _ := strconv.Atoi(item.meta("_menu_item_menu_item_parent"))
			if above := nodes[parent]; above != nil && above != entry {
				above.below = append(above.below, entry)
			} else {
				menus[i].nodes = append(menus[i].nodes, entry)
			}
		}
	}
	return menus
}

// menuEntry reads one entry: to an entity, to a term, or to any address.
func (m *maker) menuEntry(item *xmlItem) *node {
	entry := &node{text: plain(item.Title)}
	id, _ := strconv.Atoi(item.meta("_menu_item_object_id"))
	switch item.meta("_menu_item_type") {
	case "post_type":
		entry.link = m.links[id]
		if target := m.items[id]; target != nil {
			entry.text = cmp.Or(entry.text, plain(target.Title))
		}
	case "taxonomy":
		for _, term := range m.out.Terms {
			if term.ID == id && term.Taxonomy == taxonomies[item.meta("_menu_item_object")] {
				entry.text, entry.link = cmp.Or(entry.text, term.Name[term.Lang]), term.Link
			}
		}
	default:
		entry.link = m.menuAddress(item.meta("_menu_item_url"))
	}
	return entry
}

// menuAddress returns the target of an entry, "" for one that leads nowhere.
func (m *maker) menuAddress(address string) string {
	address = strings.TrimSpace(address)
	if address == "#" || strings.HasPrefix(strings.ToLower(address), "javascript:") {
		return ""
	}
	if site := m.siteLink(address); site != "" {
		return site
	}
	return m.address(address)
}

// navigationBlock is an entry of a menu of the block editor; a submenu ends with a mark of its own.
var navigationBlock = regexp.MustCompile(`<!-- (/?)wp:navigation-(link|submenu)(?: (\{[^>]*\}))? ?(/?)-->`)

// blockMenus reads the menus of the block editor.
func (m *maker) blockMenus() []menu {
	var menus []menu
	for i := range m.file.Items {
		item := &m.file.Items[i]
		if item.Type != "wp_navigation" || item.Status != "publish" {
			continue
		}
		text, _ := item.texts()
		top := &node{}
		open := []*node{top}
		for _, found := range navigationBlock.FindAllStringSubmatch(text, 2000) {
			if found[1] != "" {
				if len(open) > 1 {
					open = open[:len(open)-1]
				}
				continue
			}
			var attributes struct {
				Label, URL string
			}
			if json.Unmarshal([]byte(cmp.Or(found[3], "{}")), &attributes) != nil {
				continue
			}
			entry := &node{text: plain(attributes.Label), link: m.menuAddress(attributes.URL)}
			above := open[len(open)-1]
			above.below = append(above.below, entry)
			if found[4] == "" && len(open) < 5 {
				open = append(open, entry)
			}
		}
		if len(top.below) > 0 {
			menus = append(menus, menu{slug: cmp.Or(decodeSlug(item.Slug), "navigation"), nodes: top.below})
		}
	}
	return menus
}

// languageOfMenu returns the language of most of the links of a menu.
func languageOfMenu(nodes []*node) i18n.Lang {
	count := map[i18n.Lang]int{}
	for _, entry := range nodes {
		if parsed, err := link.Parse(entry.link); err == nil && strings.HasPrefix(entry.link, "/") {
			count[parsed.Lang]++
		}
	}
	best := i18n.Fallback
	for _, lang := range i18n.Declared {
		if count[lang] > count[best] {
			best = lang
		}
	}
	return best
}

// toMenu makes the site's menu: the entries below one are columns, whose own entries are its lines.
func toMenu(nodes []*node, lang i18n.Lang) content.Menu {
	made := content.Menu{Helper: map[string]i18n.Text{}}
	for _, entry := range nodes {
		item := content.MenuItem{Link: entry.link, Label: i18n.Text{lang: entry.text}}
		var alone content.MenuColumn
		for _, below := range entry.below {
			line := content.MenuEntry{Link: below.link, Text: i18n.Text{lang: below.text}}
			if len(below.below) == 0 {
				alone.Items = append(alone.Items, line)
				continue
			}
			column := content.MenuColumn{Title: line.Text, Link: below.link}
			for _, last := range below.below {
				column.Items = append(column.Items, content.MenuEntry{Link: last.link, Text: i18n.Text{lang: last.text}})
			}
			item.Columns = append(item.Columns, column)
		}
		if len(alone.Items) > 0 {
			item.Columns = append([]content.MenuColumn{alone}, item.Columns...)
		}
		made.Items = append(made.Items, item)
	}
	return made
}
