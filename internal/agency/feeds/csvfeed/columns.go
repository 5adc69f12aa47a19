package csvfeed

import (
	"errors"
	"fmt"
	"net/url"
	"strings"

	"estate/internal/agency/feeds"
	"estate/internal/content/i18n"
)

// column is one column of the spreadsheet.
type column struct {
	name    string
	aliases []string // other names, in lower case and without signs
	example string
	read    func(l *feeds.Listing, text string) error
}

// columns are those that are known, in the order of the template.
var columns = []column{
	{"reference", []string{"ref", "referencia", "id"}, "MB-1001", func(l *feeds.Listing, text string) error {
		l.Key, l.References = text, []string{text}
		return nil
	}},
	{"status", []string{"estado"}, "available", readStatus},
	{"mode", []string{"pricefreq", "operation", "operacion", "offer"}, "sale", readMode},
	{"price", []string{"precio"}, "1.250.000", func(l *feeds.Listing, text string) (err error) {
		if strings.EqualFold(text, "x") || strings.EqualFold(text, "on ask") || strings.EqualFold(text, "consultar") {
			l.OnAsk = true
			return nil
		}
		l.Price, err = feeds.Whole(text)
		return err
	}},
	{"price_before", []string{"previousprice", "precioanterior"}, "", whole(func(l *feeds.Listing) *int { return &l.Previous })},
	{"currency", []string{"moneda", "divisa"}, "EUR", func(l *feeds.Listing, text string) error { l.Currency = feeds.Currency(text); return nil }},
	{"type", []string{"tipo", "propertytype"}, "Villa", text(func(l *feeds.Listing) *string { return &l.Type })},
	{"new_build", []string{"obranueva"}, "no", func(l *feeds.Listing, text string) error { l.NewBuild = isYes(text); return nil }},
	{"country", []string{"pais"}, "", text(func(l *feeds.Listing) *string { return &l.Country })},
	{"province", []string{"provincia"}, "Málaga", text(func(l *feeds.Listing) *string { return &l.Province })},
	{"town", []string{"city", "ciudad", "municipio", "localidad"}, "Marbella", text(func(l *feeds.Listing) *string { return &l.Town })},
	{"area", []string{"zona", "urbanizacion", "urbanisation", "locationdetail"}, "Golden Mile", text(func(l *feeds.Listing) *string { return &l.Area })},
	{"street", []string{"address", "direccion", "calle"}, "", text(func(l *feeds.Listing) *string { return &l.Street })},
	{"postcode", []string{"cp", "codigopostal", "zip"}, "29602", text(func(l *feeds.Listing) *string { return &l.Postcode })},
	{"latitude", []string{"lat", "latitud"}, "36,5101", coordinate(true)},
	{"longitude", []string{"lng", "lon", "longitud"}, "-4,8825", coordinate(false)},
	{"bedrooms", []string{"beds", "dormitorios", "habitaciones"}, "4", whole(func(l *feeds.Listing) *int { return &l.Bedrooms })},
	{"bathrooms", []string{"baths", "banos"}, "3", whole(func(l *feeds.Listing) *int { return &l.Bathrooms })},
	{"built", []string{"builtsize", "construidos", "m2construidos"}, "320", whole(func(l *feeds.Listing) *int { return &l.Built })},
	{"usable", []string{"utiles", "m2utiles"}, "", whole(func(l *feeds.Listing) *int { return &l.Usable })},
	{"plot", []string{"plotsize", "parcela", "m2parcela"}, "1100", whole(func(l *feeds.Listing) *int { return &l.Plot })},
	{"terrace", []string{"terracesize", "terraza", "m2terraza"}, "80", whole(func(l *feeds.Listing) *int { return &l.Terrace })},
	{"floor", []string{"planta"}, "", text(func(l *feeds.Listing) *string { return &l.Floor })},
	{"orientation", []string{"orientacion"}, "", text(func(l *feeds.Listing) *string { return &l.Orientation })},
	{"year_built", []string{"year", "ano", "anoconstruccion"}, "2018", whole(func(l *feeds.Listing) *int { return &l.YearBuilt })},
	{"cadastral", []string{"catastral", "referenciacatastral"}, "", func(l *feeds.Listing, text string) error {
		l.Cadastral = strings.ToUpper(strings.Join(strings.Fields(text), ""))
		if len(l.Cadastral) != 20 {
			l.Cadastral = ""
			return errors.New("it does not have 20 characters")
		}
		return nil
	}},
	{"community_fee", []string{"comunidad", "gastoscomunidad"}, "", whole(func(l *feeds.Listing) *int { return &l.CommunityFee })},
	{"ibi", []string{"propertytax"}, "", whole(func(l *feeds.Listing) *int { return &l.PropertyTax })},
	{"waste_tax", []string{"basura"}, "", whole(func(l *feeds.Listing) *int { return &l.WasteTax })},
	{"energy", []string{"energyrating", "consumption", "consumo"}, "D", letter(func(l *feeds.Listing) *string { return &l.Consumption })},
	{"emissions", []string{"emisiones"}, "", letter(func(l *feeds.Listing) *string { return &l.Emissions })},
	{"registration", []string{"licencia", "registrationnumber", "registro"}, "", text(func(l *feeds.Listing) *string { return &l.Registration })},
	{"title_en", []string{"title", "titulo"}, "Villa near the sea", language(i18n.LangEN, titles)},
	{"title_es", []string{"tituloes"}, "Villa junto al mar", language(i18n.LangES, titles)},
	{"description_en", []string{"description", "desc", "descripcion"}, "A bright villa.", language(i18n.LangEN, descriptions)},
	{"description_es", []string{"desces", "descripciones"}, "Una villa luminosa.", language(i18n.LangES, descriptions)},
	{"features", []string{"caracteristicas"}, "Sea views | Private pool", func(l *feeds.Listing, text string) error {
		l.Features = append(l.Features, list(text, "|;\n")...)
		return nil
	}},
	{"pictures", []string{"images", "photos", "fotos", "imagenes"}, "https://www.example.com/1.jpg https://www.example.com/2.jpg", pictures(false)},
	{"plans", []string{"floorplans", "planos"}, "", pictures(true)},
	{"video", []string{"videourl"}, "", text(func(l *feeds.Listing) *string { return &l.Video })},
	{"tour", []string{"virtualtour", "virtualtoururl"}, "", text(func(l *feeds.Listing) *string { return &l.Tour })},
	{"modified", []string{"date", "fecha"}, "2026-03-31", func(l *feeds.Listing, text string) (err error) {
		l.Modified, err = feeds.Time(text)
		return err
	}},
}

func text(field func(*feeds.Listing) *string) func(*feeds.Listing, string) error {
	return func(l *feeds.Listing, text string) error { *field(l) = text; return nil }
}

func whole(field func(*feeds.Listing) *int) func(*feeds.Listing, string) error {
	return func(l *feeds.Listing, text string) (err error) {
		*field(l), err = feeds.Whole(text)
		return err
	}
}

func letter(field func(*feeds.Listing) *string) func(*feeds.Listing, string) error {
	return func(l *feeds.Listing, text string) error {
		text = strings.ToUpper(text)
		if len(text) != 1 || !strings.Contains("ABCDEFGX", text) {
			return errors.New("it is not one of A to G, X")
		}
		*field(l) = text
		return nil
	}
}

// coordinate reads one coordinate; the other column completes the position.
func coordinate(isLatitude bool) func(*feeds.Listing, string) error {
	return func(l *feeds.Listing, text string) error {
		number, err := feeds.Decimal(text)
		if err != nil {
			return err
		}
		if l.Point == nil {
			l.Point = &feeds.Point{}
		}
		if isLatitude {
			l.Point.Lat = number
		} else {
			l.Point.Lng = number
		}
		return nil
	}
}

func titles(l *feeds.Listing) *i18n.Text       { return &l.Titles }
func descriptions(l *feeds.Listing) *i18n.Text { return &l.Descriptions }

func language(lang i18n.Lang, field func(*feeds.Listing) *i18n.Text) func(*feeds.Listing, string) error {
	return func(l *feeds.Listing, text string) error {
		into := field(l)
		if *into == nil {
			*into = i18n.Text{}
		}
		(*into)[lang] = text
		return nil
	}
}

func pictures(plan bool) func(*feeds.Listing, string) error {
	return func(l *feeds.Listing, text string) error {
		wrong := 0
		for _, address := range list(text, "| \n\t;") {
			u, err := url.Parse(address)
			if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
				wrong++
				continue
			}
			l.Pictures = append(l.Pictures, feeds.Picture{URL: address, Plan: plan})
		}
		if wrong > 0 {
			return fmt.Errorf("%d of its addresses do not begin with http:// or https://", wrong)
		}
		return nil
	}
}

// list are the parts of a text between any of the signs.
func list(text, signs string) []string {
	var parts []string
	for _, part := range strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(signs, r) }) {
		if part = strings.TrimSpace(part); part != "" {
			parts = append(parts, part)
		}
	}
	return parts
}

func isYes(text string) bool {
	switch strings.ToLower(text) {
	case "1", "yes", "y", "true", "x", "si", "sí":
		return true
	}
	return false
}

func readMode(l *feeds.Listing, text string) error {
	switch strings.ToLower(text) {
	case "sale", "for sale", "venta", "en venta":
		l.Mode = feeds.ModeSale
	case "month", "rent", "for rent", "alquiler", "mes":
		l.Mode = feeds.ModeMonth
	case "week", "holiday", "holidays", "semana", "vacaciones":
		l.Mode = feeds.ModeWeek
	case "day", "night", "dia", "día", "noche":
		l.Mode = feeds.ModeDay
	default:
		return errors.New("it is not one of sale, month, week, day")
	}
	return nil
}

func readStatus(l *feeds.Listing, text string) error {
	switch strings.ToLower(strings.ReplaceAll(text, "_", " ")) {
	case "available", "disponible":
		l.Status = feeds.StatusAvailable
	case "reserved", "reservado", "reservada":
		l.Status = feeds.StatusReserved
	case "under offer", "bajo oferta":
		l.Status = feeds.StatusUnderOffer
	case "sold", "vendido", "vendida":
		l.Status = feeds.StatusSold
	case "let", "rented", "alquilado", "alquilada":
		l.Status = feeds.StatusLet
	case "withdrawn", "off market", "retirado", "retirada":
		l.Status = feeds.StatusWithdrawn
	default:
		return errors.New("it is not one of available, reserved, under offer, sold, let, withdrawn")
	}
	return nil
}
