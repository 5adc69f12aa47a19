package csvfeed

import (
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"estate/internal/agency/feeds"
	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/content/number"
	"estate/internal/content/vocabulary"
)

// column is one column of the spreadsheet.
type column struct {
	name    string
	aliases string // other names, as vocabulary.Key gives them, in the order of their preference
	example string
	read    func(r *row, text string) error
	// unit reports a number whose unit may stand in the header: "Built (sq ft)", "Price (€/month)".
	unit bool
	// empty is called for a row whose cell is empty; nil: the field is not known then.
	empty func(r *row)
	// many reports a column that may be there several times.
	many bool
}

// row is a row while it is read.
type row struct {
	*feeds.Listing
	offer  feeds.Offer
	prices map[string]string      // texts of prices by column
	alts   map[i18n.Lang][]string // of the pictures, in their order
}

// columns are those that are known, in the order of the template.
var columns = []column{
	{
		name: "reference", example: "MB-1001",
		aliases: "ref referencia id idinmueble propertyid listingid referenceid refno propertyref propertyreference codigo cod " +
			"codref codigoinmueble refinmueble referenciainterna agentref",
		read: func(r *row, text string) error {
			r.Key, r.References = text, []string{text}
			return nil
		},
	},
	{
		name: "status", example: "available",
		aliases: "estado estadoinmueble situacion propertystatus listingstatus availability disponibilidad estadocomercial " +
			"estadopublicacion",
		read: func(r *row, text string) error {
			return r.ReadStatus(text, &r.offer)
		},
	},
	{
		name: "mode", example: "sale", many: true,
		aliases: "pricefreq pricefrequency frequency operation operationtype operacion tipooperacion tipodeoperacion offer " +
			"offertype oferta transaction transactiontype transaccion tipodetransaccion modalidad regimen ventaalquiler " +
			"ventaoalquiler salerent saleorrent forsalerent forsaleforrent forsaleorrent listingtype pricepostfix pricesuffix postfix " +
			"period priceperiod periodo rentalperiod periododealquiler",
		read: func(r *row, text string) error {
			if vocabulary.Key(text) == "" { // a currency alone
				return nil
			}
			return r.offer.Add(text)
		},
	},
	{
		name: columnPrice, example: "1.250.000", unit: true,
		aliases: "precio pvp importe askingprice listprice priceeuro preciofinal",
		read:    price(columnPrice),
	},
	{
		name: columnSalePrice, example: "", unit: true,
		aliases: "saleprice pricesale sellingprice salesprice precioventa preciodeventa precioenventa pvpventa importeventa " +
			"ventaprecio",
		read: price(columnSalePrice),
	},
	{
		name: columnRentPrice, example: "", unit: true,
		aliases: "rentprice pricerent rentalprice rentpcm rent monthlyrent pricemonth pricepermonth precioalquiler " +
			"preciodealquiler renta rentamensual alquilermensual preciomes preciomensual importealquiler",
		read: price(columnRentPrice),
	},
	{
		name: "price_before", example: "", unit: true,
		aliases: "previousprice oldprice precioanterior originalprice preciooriginal",
		read:    amount(func(l *feeds.Listing) *int { return &l.Previous }),
	},
	{
		name: "currency", example: "EUR",
		aliases: "moneda divisa",
		read:    func(r *row, text string) error { r.Currency = number.CurrencyOf(text); return nil },
	},
	{
		name: "type", example: "Villa",
		aliases: "tipo propertytype tipodeinmueble tipoinmueble tipologia tipodepropiedad tipopropiedad tipodevivienda " +
			"tipovivienda hometype buildingtype",
		read: text(func(l *feeds.Listing) *string { return &l.Type }),
	},
	{
		name: "new_build", example: "no",
		aliases: "obranueva newbuild newdevelopment newconstruction esobranueva nuevaconstruccion",
		read: func(r *row, text string) (err error) {
			r.NewBuild, err = feeds.Answer(text)
			return err
		},
	},
	{
		name: "country", example: "",
		aliases: "pais",
		read:    text(func(l *feeds.Listing) *string { return &l.Country }),
	},
	{
		name: "province", example: "Málaga",
		aliases: "provincia county region",
		read:    text(func(l *feeds.Listing) *string { return &l.Province }),
	},
	{
		name: "town", example: "Marbella",
		aliases: "city ciudad municipio localidad poblacion location pueblo municipality townname nombrepoblacion",
		read:    text(func(l *feeds.Listing) *string { return &l.Town }),
	},
	{
		name: "area", example: "Golden Mile",
		aliases: "zona urbanizacion urbanisation urbanization locationdetail barrio neighbourhood neighborhood district " +
			"distrito sublocation partida zonabarrio",
		read: text(func(l *feeds.Listing) *string { return &l.Area }),
	},
	{
		name: "street", example: "",
		aliases: "address direccion calle streetaddress domicilio",
		read:    text(func(l *feeds.Listing) *string { return &l.Street }),
	},
	{
		name: "postcode", example: "29602",
		aliases: "cp codigopostal codpostal zip zipcode postalcode",
		read:    text(func(l *feeds.Listing) *string { return &l.Postcode }),
	},
	{
		name: "latitude", example: "36,5101",
		aliases: "lat latitud gpslat gpslatitude",
		read:    coordinate(true),
	},
	{
		name: "longitude", example: "-4,8825",
		aliases: "lng lon long longitud gpslng gpslon gpslongitude",
		read:    coordinate(false),
	},
	{
		name: "bedrooms", example: "4",
		aliases: "beds bed bedroom dormitorios dormitorio habitaciones habitacion dorm dorms hab habs habit cuartos",
		read:    rooms(func(l *feeds.Listing) *int { return &l.Bedrooms }),
	},
	{
		name: "bathrooms", example: "3",
		aliases: "baths bath bathroom banos bano cuartosdebano",
		read:    rooms(func(l *feeds.Listing) *int { return &l.Bathrooms }),
	},
	{
		name: "built", example: "320", unit: true,
		aliases: "builtsize builtarea buildsize size livingarea construidos construida construido metros superficie m2 " +
			"m2construidos m2const m2construida supconstruida superficieconstruida supconst metrosconstruidos " +
			"mtsconstruidos tamano builtm2 sqm constructedarea propertysize",
		read: size(func(l *feeds.Listing) *int { return &l.Built }),
	},
	{
		name: "usable", example: "", unit: true,
		aliases: "utiles m2utiles suputil superficieutil metrosutiles util usablearea netarea internalarea",
		read:    size(func(l *feeds.Listing) *int { return &l.Usable }),
	},
	{
		name: "plot", example: "1100", unit: true,
		aliases: "plotsize plotarea land landsize landarea lotsize parcela m2parcela supparcela superficieparcela " +
			"superficiedeparcela metrosparcela terreno superficieterreno",
		read: size(func(l *feeds.Listing) *int { return &l.Plot }),
	},
	{
		name: "terrace", example: "80", unit: true,
		aliases: "terracesize terracearea terraza m2terraza supterraza superficieterraza metrosterraza",
		read:    size(func(l *feeds.Listing) *int { return &l.Terrace }),
	},
	{
		name: "floor", example: "",
		aliases: "planta floornumber",
		read:    text(func(l *feeds.Listing) *string { return &l.Floor }),
	},
	{
		name: "orientation", example: "",
		aliases: "orientacion",
		read:    text(func(l *feeds.Listing) *string { return &l.Orientation }),
	},
	{
		name: "year_built", example: "2018",
		aliases: "year builtyear ano anoconstruccion anodeconstruccion constructionyear",
		read:    rooms(func(l *feeds.Listing) *int { return &l.YearBuilt }),
	},
	{
		name: "cadastral", example: "",
		aliases: "catastral referenciacatastral refcatastral catastro cadastralreference",
		read: func(r *row, text string) error {
			r.Cadastral = strings.ToUpper(strings.Join(strings.Fields(text), ""))
			if len(r.Cadastral) != 20 {
				r.Cadastral = ""
				return errors.New("it does not have 20 characters")
			}
			return nil
		},
	},
	{
		name: "community_fee", example: "", unit: true,
		aliases: "comunidad gastoscomunidad gastosdecomunidad communityfees",
		read:    amount(func(l *feeds.Listing) *int { return &l.CommunityFee }),
	},
	{
		name: "ibi", example: "", unit: true,
		aliases: "propertytax ibifees",
		read:    amount(func(l *feeds.Listing) *int { return &l.PropertyTax }),
	},
	{
		name: "waste_tax", example: "", unit: true,
		aliases: "basura basuras tasabasura",
		read:    amount(func(l *feeds.Listing) *int { return &l.WasteTax }),
	},
	{
		name: "energy", example: "D",
		aliases: "energyrating energycertificate consumption consumo certificadoenergetico calificacionenergetica " +
			"letraenergetica cee",
		read: letter(func(l *feeds.Listing) *string { return &l.Consumption }),
	},
	{
		name: "emissions", example: "",
		aliases: "emisiones co2",
		read:    letter(func(l *feeds.Listing) *string { return &l.Emissions }),
	},
	{
		name: "registration", example: "",
		aliases: "licencia registrationnumber registro licenciaturistica touristlicence touristlicense vft nra",
		read:    text(func(l *feeds.Listing) *string { return &l.Registration }),
	},
	{
		name: "title_en", example: "Villa near the sea",
		aliases: "title titulo titleenglish englishtitle tituloingles tituloen headline",
		read:    language(i18n.LangEN, titles),
	},
	{
		name: "title_es", example: "Villa junto al mar",
		aliases: "tituloes tituloespanol spanishtitle",
		read:    language(i18n.LangES, titles),
	},
	{
		name: "description_en", example: "A bright villa.",
		aliases: "description desc descripcion descen descripcioningles descripcionen englishdescription",
		read:    language(i18n.LangEN, descriptions),
	},
	{
		name: "description_es", example: "Una villa luminosa.",
		aliases: "desces descripciones descripcionespanol descripcionespana spanishdescription",
		read:    language(i18n.LangES, descriptions),
	},
	{
		name: "features", example: "Sea views | Private pool", many: true,
		aliases: "caracteristicas extras amenities equipamiento calidades",
		read: func(r *row, text string) error {
			r.Features = append(r.Features, list(text, "|;\n")...)
			return nil
		},
	},
	{
		name: "pictures", example: "https://www.example.com/1.jpg https://www.example.com/2.jpg", many: true,
		aliases: "images image photos photo picture fotos foto imagenes imagen fotografias fotografia gallery galeria imageurl " +
			"photourl pictureurl urlfoto urlimagen fotoprincipal mainphoto mainimage",
		read: pictures(false),
	},
	{
		name: "alt_en", example: "The villa from the garden | The kitchen",
		aliases: "alt alttext alttexten alttexts picturetexts photodescriptions",
		read:    alts(i18n.LangEN),
	},
	{
		name: "alt_es", example: "La villa desde el jardín | La cocina",
		aliases: "alttextes textoalternativo textosalternativos textosfotos descripcionfotos",
		read:    alts(i18n.LangES),
	},
	{
		name: "badges", example: "exclusive",
		aliases: "badge labels etiqueta etiquetas distintivos",
		empty:   func(r *row) { r.Badges = []content.Badge{} },
		read:    badges,
	},
	{
		name: "agent", example: "",
		aliases: "agente agentname agentmail agentemail listingagent contactperson comercial asesor captador responsable",
		read:    text(func(l *feeds.Listing) *string { return &l.Agent }),
	},
	{
		name: "address_shown", example: "hidden",
		aliases: "showaddress addressvisibility mostrardireccion direccionvisible visibilidaddireccion",
		read: func(r *row, text string) error {
			shown, known := addressWords[vocabulary.Key(text)]
			if !known {
				return errors.New("it is not full, street or hidden")
			}
			r.Visibility = shown
			return nil
		},
	},
	{
		name: "plans", example: "", many: true,
		aliases: "floorplans floorplan planos plano",
		read:    pictures(true),
	},
	{
		name: "video", example: "",
		aliases: "videourl urlvideo",
		read:    text(func(l *feeds.Listing) *string { return &l.Video }),
	},
	{
		name: "tour", example: "",
		aliases: "virtualtour virtualtoururl tourvirtual",
		read:    text(func(l *feeds.Listing) *string { return &l.Tour }),
	},
	{
		name: "modified", example: "2026-03-31",
		aliases: "date fecha lastmodified lastupdated updated fechamodificacion fechaactualizacion ultimaactualizacion " +
			"actualizado",
		read: func(r *row, text string) (err error) {
			r.Modified, err = feeds.Time(text)
			return err
		},
	},
}

// The columns of prices. The names of two of them say the offer.
const (
	columnPrice     = "price"
	columnSalePrice = "price_sale"
	columnRentPrice = "price_rent"
)

// price keeps a price until the offer of the row is known.
func price(name string) func(*row, string) error {
	return func(r *row, text string) error {
		if r.prices == nil {
			r.prices = map[string]string{}
		}
		r.prices[name] = text
		return nil
	}
}

// readPrice reads the price of the offer. A sheet may have one column for sales and one for rents.
func (r *row) readPrice(otherwise feeds.Mode) error {
	sale, rent := r.prices[columnSalePrice], r.prices[columnRentPrice]
	text, word := r.prices[columnPrice], ""
	switch mode := r.offer.Mode(""); {
	case sale != "" && rent != "" && mode == "":
		return errors.New("it has a price of a sale and one of a rent, and nothing says which counts; name the offer")
	case sale != "" && (rent == "" || mode == feeds.ModeSale):
		text, word = sale, "sale"
	case rent != "":
		text, word = rent, "rent"
	}
	if word != "" {
		if err := r.offer.Add(word); err != nil {
			return err
		}
	}
	if err := r.ReadPrice(text, &r.offer); err != nil {
		return err
	}
	if r.Mode = r.offer.Mode(otherwise); r.Mode == "" {
		return feeds.ErrNoOffer
	}
	return nil
}

func text(field func(*feeds.Listing) *string) func(*row, string) error {
	return func(r *row, text string) error { *field(r.Listing) = text; return nil }
}

func whole(of number.Field, field func(*feeds.Listing) *int) func(*row, string) error {
	return func(r *row, text string) (err error) {
		*field(r.Listing), err = number.Whole(text, of)
		return err
	}
}

func rooms(field func(*feeds.Listing) *int) func(*row, string) error {
	return whole(number.Count, field)
}

func size(field func(*feeds.Listing) *int) func(*row, string) error { return whole(number.Size, field) }

func amount(field func(*feeds.Listing) *int) func(*row, string) error {
	return whole(number.Money, field)
}

func letter(field func(*feeds.Listing) *string) func(*row, string) error {
	return func(r *row, text string) error {
		text = strings.ToUpper(text)
		if len(text) != 1 || !strings.Contains("ABCDEFGX", text) {
			return errors.New("it is not one of A to G, X")
		}
		*field(r.Listing) = text
		return nil
	}
}

// coordinate reads one coordinate; the other column completes the position.
func coordinate(isLatitude bool) func(*row, string) error {
	return func(r *row, text string) error {
		degrees, err := number.Decimal(text)
		if err != nil {
			return err
		}
		if r.Point == nil {
			r.Point = &feeds.Point{}
		}
		if isLatitude {
			r.Point.Lat = degrees
		} else {
			r.Point.Lng = degrees
		}
		return nil
	}
}

func titles(l *feeds.Listing) *i18n.Text       { return &l.Titles }
func descriptions(l *feeds.Listing) *i18n.Text { return &l.Descriptions }

func language(lang i18n.Lang, field func(*feeds.Listing) *i18n.Text) func(*row, string) error {
	return func(r *row, text string) error {
		into := field(r.Listing)
		if *into == nil {
			*into = i18n.Text{}
		}
		(*into)[lang] = text
		return nil
	}
}

func pictures(plan bool) func(*row, string) error {
	return func(r *row, text string) error {
		wrong := 0
		for _, address := range list(strings.ReplaceAll(text, ",http", " http"), "| \n\t;") {
			u, err := url.Parse(address)
			switch {
			case err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "":
				wrong++
			case !slices.ContainsFunc(r.Pictures, func(p feeds.Picture) bool { return p.URL == address }):
				r.Pictures = append(r.Pictures, feeds.Picture{URL: address, Plan: plan})
			}
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

// alts reads the texts of the pictures in their order: "The villa from the garden | The kitchen".
func alts(lang i18n.Lang) func(*row, string) error {
	return func(r *row, text string) error {
		if r.alts == nil {
			r.alts = map[i18n.Lang][]string{}
		}
		for part := range strings.SplitSeq(text, "|") {
			r.alts[lang] = append(r.alts[lang], strings.TrimSpace(part))
		}
		return nil
	}
}

// setAlts gives the pictures their texts; plans have none. Its error names texts without a picture.
func (r *row) setAlts() error {
	surplus := 0
	for lang, texts := range r.alts {
		n := 0
		for i := range r.Pictures {
			if r.Pictures[i].Plan {
				continue
			}
			if n < len(texts) && texts[n] != "" {
				if r.Pictures[i].Alt == nil {
					r.Pictures[i].Alt = i18n.Text{}
				}
				r.Pictures[i].Alt[lang] = texts[n]
			}
			n++
		}
		surplus = max(surplus, len(texts)-n)
	}
	if surplus > 0 {
		return fmt.Errorf("%d of its texts have no picture; separate texts by |, in the order of the pictures", surplus)
	}
	return nil
}

// badgeWords are the badges by their words, as vocabulary.Key gives them. Sold follows from the status.
var badgeWords = map[string]content.Badge{
	"new": content.BadgeNew, "nuevo": content.BadgeNew, "nueva": content.BadgeNew, "novedad": content.BadgeNew,
	"exclusive": content.BadgeExclusive, "exclusiva": content.BadgeExclusive, "exclusivo": content.BadgeExclusive,
	"featured": content.BadgeFeatured, "destacado": content.BadgeFeatured, "destacada": content.BadgeFeatured,
}

func badges(r *row, text string) error {
	r.Badges = []content.Badge{}
	for _, word := range list(text, "|;,\n") {
		badge, known := badgeWords[vocabulary.Key(word)]
		if !known {
			return fmt.Errorf("%q is no badge; use new, exclusive or featured", feeds.Clip(word))
		}
		if !slices.Contains(r.Badges, badge) {
			r.Badges = append(r.Badges, badge)
		}
	}
	return nil
}

// addressWords are what visitors may know of an address, by the words of a spreadsheet.
var addressWords = map[string]content.AddressVisibility{
	"full": content.AddressFull, "completa": content.AddressFull, "yes": content.AddressFull, "si": content.AddressFull,
	"street": content.AddressStreet, "calle": content.AddressStreet,
	"hidden": content.AddressHidden, "oculta": content.AddressHidden, "no": content.AddressHidden, "none": content.AddressHidden,
}
