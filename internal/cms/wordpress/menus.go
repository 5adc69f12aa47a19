package wordpress

import (
	"encoding/json"

	"estate/internal/content"
	"estate/internal/content/cmsurl"
	"estate/internal/content/i18n"
)

// menus decodes menu_json: JSON text or an object. It returns nil for invalid JSON.
func (d decoder) menus(n node) map[string]content.Menu {
	if text := n.text(); text != "" {
		var tree any
		if err := json.Unmarshal([]byte(text), &tree); err != nil {
			return nil
		}
		n = node{tree}
	}
	named, _ := n.at("menu").value.(map[string]any)
	if len(named) == 0 {
		return nil
	}
	menus := map[string]content.Menu{}
	for name, value := range named {
		menus[name] = d.menu(node{value})
	}
	return menus
}

func (d decoder) menu(n node) content.Menu {
	menu := content.Menu{Helper: map[string]i18n.Text{}}
	helper, _ := n.at("helper").value.(map[string]any)
	for key := range helper {
		menu.Helper[key] = d.targets(n.at("helper"), key)
	}
	for _, item := range n.at("items").list() {
		entry := content.MenuItem{
			Link: d.target(item.at("link")), Label: d.text(item, "label"), Bg: d.address(item.at("bg")),
		}
		for _, column := range item.at("columns").list() {
			entry.Columns = append(entry.Columns, d.menuColumn(column))
		}
		menu.Items = append(menu.Items, entry)
	}
	return menu
}

func (d decoder) menuColumn(n node) content.MenuColumn {
	column := content.MenuColumn{
		Layout: n.at("acf_fc_layout").text(),
		Title:  d.text(n, "title"), Description: d.text(n, "description"),
		Link: d.target(n.at("link")), Button: d.text(n, "btn_label"), Bg: d.address(n.at("bg")),
	}
	for _, item := range n.at("items").list() {
		column.Items = append(column.Items, content.MenuEntry{Link: d.target(item.at("link")), Text: d.text(item, "text")})
	}
	return column
}

// targets decodes the addresses of a menu key per language.
func (d decoder) targets(n node, key string) i18n.Text {
	if object := n.at(key); object.isObject() && !object.at("url").empty() {
		return i18n.Text{d.lang: d.target(object)}
	}
	targets := d.text(n, key)
	for lang, target := range targets {
		targets[lang] = d.toSite(target)
	}
	return targets
}

func (d decoder) target(n node) string { return d.toSite(n.linkTarget()) }

// toSite converts an address of a page of the CMS into a site link. Other text, such as a key of
// the helper or a file, stays.
func (d decoder) toSite(text string) string {
	path, ok := cmsurl.ParseBase(d.links.cms.String()).Below(text)
	if !ok || cmsurl.IsUpload(path) || cmsurl.IsInternal(path) {
		return text
	}
	return d.links.Site(text)
}
