package portals

// centres are the positions of the middle of each province, in degrees, to a tenth.
var centres = map[string][2]float64{
	"A Coruña": {43.2, -8.4}, "Álava": {42.85, -2.7}, "Albacete": {38.9, -1.9}, "Alicante": {38.4, -0.5}, "Almería": {37.2, -2.3},
	"Asturias": {43.3, -6.0}, "Ávila": {40.6, -5.0}, "Badajoz": {38.7, -6.1}, "Barcelona": {41.7, 2.0}, "Burgos": {42.3, -3.6},
	"Cáceres": {39.7, -6.2}, "Cádiz": {36.5, -5.8}, "Cantabria": {43.2, -4.0}, "Castellón": {40.2, -0.1}, "Ceuta": {35.89, -5.31},
	"Ciudad Real": {38.9, -3.9}, "Córdoba": {38.0, -4.8}, "Cuenca": {40.0, -2.2}, "Girona": {42.1, 2.7}, "Granada": {37.3, -3.3},
	"Guadalajara": {40.8, -2.6}, "Guipúzcoa": {43.15, -2.2}, "Huelva": {37.5, -6.9}, "Huesca": {42.2, -0.1},
	"Islas Baleares": {39.6, 2.9}, "Jaén": {38.0, -3.4}, "La Rioja": {42.3, -2.5}, "Las Palmas": {28.4, -14.5},
	"León": {42.6, -5.8}, "Lleida": {42.0, 1.0}, "Lugo": {43.0, -7.4}, "Madrid": {40.5, -3.7}, "Málaga": {36.8, -4.7},
	"Melilla": {35.29, -2.94}, "Murcia": {38.0, -1.5}, "Navarra": {42.7, -1.6}, "Ourense": {42.2, -7.6}, "Palencia": {42.4, -4.5},
	"Pontevedra": {42.4, -8.5}, "Salamanca": {40.8, -6.1}, "Santa Cruz de Tenerife": {28.3, -17.0}, "Segovia": {41.2, -4.0},
	"Sevilla": {37.4, -5.7}, "Soria": {41.6, -2.6}, "Tarragona": {41.1, 0.8}, "Teruel": {40.7, -0.8}, "Toledo": {39.8, -4.1},
	"Valencia": {39.4, -0.8}, "Valladolid": {41.6, -4.8}, "Vizcaya": {43.25, -2.9}, "Zamora": {41.7, -6.0},
	"Zaragoza": {41.6, -0.9},
}

// ProvinceKilometres is the distance from the middle of a province within which its homes are. The widest one has 150.
const ProvinceKilometres = 170

// CentreOf is the middle of the province of a town or a province; ok is false when it is not known.
func CentreOf(name string) (lat, lng float64, ok bool) {
	at, ok := centres[ProvinceOf(name)]
	return at[0], at[1], ok
}
