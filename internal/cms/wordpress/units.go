package wordpress

import (
	"strings"

	"estate/internal/content"
	"estate/internal/content/i18n"
)

func (d decoder) units(n node) []content.Unit {
	var units []content.Unit
	for _, item := range n.list() {
		before := d.unreadCount()
		price := d.checked(item.at("price"), "unit price", true)
		units = append(units, content.Unit{
			Name: item.at("name").plain(), Type: d.text(item, "type"), Floor: item.at("floor").text(),
			Beds: d.count(item.at("beds"), "unit beds"), Baths: d.count(item.at("baths"), "unit baths"),
			Built: d.count(item.at("built"), "unit built"), Terrace: d.count(item.at("terrace"), "unit terrace"),
			Price: price, PriceUnknown: price == 0 && d.unreadCount() > before,
			Availability: availability(item.at("availability").text()),
		})
	}
	return units
}

func availability(text string) content.Availability {
	switch state := content.Availability(strings.ToLower(text)); state {
	case content.UnitReserved, content.UnitSold:
		return state
	}
	return content.UnitAvailable
}

func (d decoder) phases(n node) []i18n.Text {
	var phases []i18n.Text
	for _, item := range n.list() {
		// A phase is an object {en, es} or one text; text decodes both as a field.
		if words := d.text(node{map[string]any{"phase": item.value}}, "phase"); words != nil {
			phases = append(phases, words)
		}
	}
	return phases
}
