// Package portals has the vocabulary of property portals: names of types, provinces of Spain, countries. It is
// read by what gives properties away; it knows no format.
package portals

import (
	"strings"

	"estate/internal/content/i18n"
)

// KyeroTypes are Kyero's names of types by the slug of the site's type. The pattern of the format
// admits ASCII letters only.
var KyeroTypes = map[string]string{
	"apartments": "Apartment", "villas": "Villa", "houses": "Town House", "country-properties": "Country House",
	"plots-and-lands": "Plot", "commercials": "Commercial", "unique-buildings": "Villa", "other": "Property",
}

// IdealistaTypes are idealista's types by the slug of the site's type. Types that only some countries
// have are avoided; a channel can set others.
var IdealistaTypes = map[string]string{
	"apartments": "flat", "villas": "house", "houses": "house", "country-properties": "rustic", "unique-buildings": "house",
}

// Provinces are the provinces of Spain as portals know them.
var Provinces = []string{
	"A Coruña", "Álava", "Albacete", "Alicante", "Almería", "Asturias", "Ávila", "Badajoz", "Barcelona", "Burgos", "Cáceres", "Cádiz",
	"Cantabria", "Castellón", "Ceuta", "Ciudad Real", "Córdoba", "Cuenca", "Girona", "Granada", "Guadalajara", "Guipúzcoa", "Huelva",
	"Huesca", "Islas Baleares", "Jaén", "La Rioja", "Las Palmas", "León", "Lleida", "Lugo", "Madrid", "Málaga", "Melilla", "Murcia",
	"Navarra", "Ourense", "Palencia", "Pontevedra", "Salamanca", "Santa Cruz de Tenerife", "Segovia", "Sevilla", "Soria", "Tarragona",
	"Teruel", "Toledo", "Valencia", "Valladolid", "Vizcaya", "Zamora", "Zaragoza",
}

// townsByProvince are towns that agencies of the coast list as a province of their own.
var townsByProvince = map[string][]string{
	"Málaga": {
		"Marbella", "Estepona", "Benahavís", "Mijas", "Fuengirola", "Benalmádena", "Torremolinos", "Casares", "Manilva", "Ojén", "Istán",
		"Nerja", "Ronda", "Alhaurín el Grande", "Alhaurín de la Torre", "Coín", "Monda", "Rincón de la Victoria", "Torrox", "Vélez-Málaga",
	},
	"Cádiz": {"Sotogrande", "San Roque", "Tarifa", "La Línea de la Concepción"},
}

// ProvinceOf is the province of a town or a province, "" when it is not known.
func ProvinceOf(name string) string {
	folded := i18n.Fold(strings.TrimSpace(name))
	for _, province := range Provinces {
		if i18n.Fold(province) == folded {
			return province
		}
	}
	for province, towns := range townsByProvince {
		for _, town := range towns {
			if i18n.Fold(town) == folded {
				return province
			}
		}
	}
	return ""
}
