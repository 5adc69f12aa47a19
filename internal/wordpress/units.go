package wordpress

import (
	"strings"

	"estate/internal/content"
	"estate/internal/i18n"
)

func (d decoder) units(n node) []content.Unit {
	var units []content.Unit
	for _, item := range n.list() {
		units = append(units, content.Unit{
			Name: item.at("name").plain(), Type: d.text(item, "type"), Floor: item.at("floor").text(),
			Beds: count(item.at("beds")), Baths: count(item.at("baths")),
			Built: count(item.at("built")), Terrace: count(item.at("terrace")), Price: count(item.at("price")),
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
