package content

import "slices"

// Bounds of fields that several forms share.
const (
	maxTitle    = 200 // characters
	maxName     = 120
	maxLine     = 60
	maxSubtitle = 300
	maxNote     = 4000
	maxMarkup   = 60_000 // bytes
	maxPrice    = 2_000_000_000
	maxSquare   = 10_000_000 // m²
	maxRooms    = 200
	maxChecks   = 150
	maxCost     = 1_000_000 // euros a year
	maxEnergy   = 5_000
)

// The option lists of forms.
const (
	ListOffers                = "offers"
	ListTypes                 = "types"
	ListCategories            = "categories"
	ListDevelopmentCategories = "development_categories"
	ListCollections           = "collections"
	ListProvinces             = "provinces"
	ListCities                = "cities"
	ListSubareas              = "subareas"
	ListFeatures              = "features"
	ListPeople                = "people"
	ListDevelopments          = "developments"
)

// The slugs of offers.
const (
	OfferSale     = "for-sale"
	OfferRent     = "for-rent"
	OfferHolidays = "for-holidays"
)

const (
	unitArea     = "m²"
	energyStatus = "energy.status"
)

// PropertyForm is the form of a property.
var PropertyForm = Form{Type: TypeProperty, Tabs: []FormTab{
	{Name: "basics", Label: Words{"Basics", "Datos básicos"}, Fields: []FormField{
		{
			Path: "reference", Control: ControlText, Max: maxLine, Required: OnPublish,
			Label: Words{"Reference", "Referencia"},
			Help:  Words{"The agency's code, such as ZR1001P.", "El código de la agencia, como ZR1001P."},
		},
		{
			Path: "s_offer", Control: ControlTerms, List: ListOffers, Required: OnPublish,
			Label: Words{"Offer", "Operación"},
		},
		{
			Path: "s_type", Control: ControlTerms, List: ListTypes, Required: OnPublish,
			Label: Words{"Type", "Tipo de propiedad"},
		},
		{
			Path: "price.amount", Control: ControlMoney, Max: maxPrice, Required: OnPublish,
			Label: Words{"Price", "Precio"},
			Help:  Words{"As you would say it: 1.250.000, 450k or 1,2 M.", "Como lo diría: 1.250.000, 450k o 1,2 M."},
		},
		{
			Path: "price.mode", Control: ControlChoice,
			Label: Words{"Price is paid", "El precio se paga"},
			Options: []FormOption{
				{string(PriceSale), Words{"once (sale)", "una vez (venta)"}},
				{string(PriceMonth), Words{"per month", "al mes"}},
				{string(PriceWeek), Words{"per week", "por semana"}},
				{string(PriceDay), Words{"per night", "por noche"}},
				{string(Price15Days), Words{"per fortnight", "por quincena"}},
			},
		},
		{
			Path: "price.currency", Control: ControlChoice,
			Label:   Words{"Currency", "Moneda"},
			Help:    Words{"Euros unless you choose another.", "Euros, salvo que elija otra."},
			Options: []FormOption{{"EUR", Words{"€", "€"}}, {"GBP", Words{"£", "£"}}, {"USD", Words{"$", "$"}}},
		},
		{
			Path: "price.on_ask", Control: ControlFlag,
			Label: Words{"Price on request", "Precio a consultar"},
			Help:  Words{"Visitors do not see the amount.", "Los visitantes no ven el importe."},
		},
		{
			Path: "price.previous", Control: ControlMoney, Max: maxPrice,
			Label: Words{"Price before the reduction", "Precio antes de la rebaja"},
			Help:  Words{"Shown struck through beside the price.", "Se muestra tachado junto al precio."},
		},
		{
			Path: "price.note", Control: ControlText, Languages: true, Max: maxSubtitle,
			Label: Words{"Note on the price", "Nota sobre el precio"},
			Help:  Words{"What is included or not, such as “VAT not included”.", "Lo que incluye o no, como «IVA no incluido»."},
		},
		{
			Path: "availability", Control: ControlChoice,
			Label:   Words{"Availability", "Disponibilidad"},
			Help:    Words{"Left empty, the badge Sold decides.", "Si se deja vacío, decide el distintivo Vendida."},
			Options: availabilityOptions,
		},
		{
			Path: "status", Control: ControlChoice,
			Label: Words{"On the website", "En la web"},
			Options: []FormOption{
				{string(StatusPublish), Words{"published", "publicada"}},
				{string(StatusDraft), Words{"draft", "borrador"}},
				{string(StatusPrivate), Words{"hidden", "oculta"}},
			},
		},
		{Path: "bedrooms", Control: ControlNumber, Max: maxRooms, Label: Words{"Bedrooms", "Dormitorios"}},
		{Path: "bathrooms", Control: ControlNumber, Max: maxRooms, Label: Words{"Bathrooms", "Baños"}},
		{Path: "built_size", Control: ControlNumber, Max: maxSquare, Unit: unitArea, Label: Words{"Built area", "Superficie construida"}},
		{Path: "usable_size", Control: ControlNumber, Max: maxSquare, Unit: unitArea, Label: Words{"Usable area", "Superficie útil"}},
		{Path: "plot_size", Control: ControlNumber, Max: maxSquare, Unit: unitArea, Label: Words{"Plot", "Parcela"}},
		{Path: "terrace_size", Control: ControlNumber, Max: maxSquare, Unit: unitArea, Label: Words{"Terraces", "Terrazas"}},
		{
			Path: "floor", Control: ControlText, Max: 40,
			Label: Words{"Floor", "Planta"},
			Help:  Words{"A number, or “ground”.", "Un número, o «ground» para la planta baja."},
		},
		{Path: "built_year", Control: ControlNumber, Label: Words{"Year built", "Año de construcción"}},
		{Path: "new_build", Control: ControlFlag, Label: Words{"New build, never lived in", "Obra nueva, a estrenar"}},
		{
			Path: "orientation", Control: ControlChoice,
			Label: Words{"Orientation", "Orientación"},
			Options: []FormOption{
				{"north", Words{"north", "norte"}},
				{"north-east", Words{"north-east", "noreste"}},
				{"east", Words{"east", "este"}},
				{"south-east", Words{"south-east", "sureste"}},
				{"south", Words{"south", "sur"}},
				{"south-west", Words{"south-west", "suroeste"}},
				{"west", Words{"west", "oeste"}},
				{"north-west", Words{"north-west", "noroeste"}},
			},
		},
		badgesField,
		{Path: "s_category", Control: ControlTerms, List: ListCategories, Label: Words{"Categories", "Categorías"}},
		collectionsField,
		{
			Path: "units_of", Control: ControlEntity, List: ListDevelopments,
			Label: Words{"Part of the development", "Pertenece a la promoción"},
		},
		agentField,
	}},
	textsTab,
	picturesTab,
	featuresTab,
	{Name: "location", Label: Words{"Location", "Ubicación"}, Fields: slices.Concat(placeFields, []FormField{
		{Path: "address.street", Control: ControlText, Max: maxTitle, Label: Words{"Street", "Calle"}},
		{Path: "address.number", Control: ControlText, Max: 40, Label: Words{"Number, floor, door", "Número, planta, puerta"}},
		{Path: "address.postcode", Control: ControlText, Max: 12, Label: Words{"Postcode", "Código postal"}},
		{
			Path: "address.visibility", Control: ControlChoice,
			Label: Words{"Shown of the address", "Se muestra de la dirección"},
			Help: Words{
				"Left empty, visitors and portals see nothing of it.",
				"Si se deja vacío, ni los visitantes ni los portales la ven.",
			},
			Options: []FormOption{
				{string(AddressFull), Words{"the whole address", "la dirección completa"}},
				{string(AddressStreet), Words{"street and postcode", "calle y código postal"}},
				{string(AddressHidden), Words{"nothing", "nada"}},
			},
		},
		{
			Path: "country", Control: ControlText, Max: 2,
			Label: Words{"Country", "País"},
			Help: Words{
				"Two letters, such as PT. Left empty, that of the agency.",
				"Dos letras, como PT. Si se deja vacío, el de la agencia.",
			},
		},
	})},
	{Name: "legal", Label: Words{"Legal and energy", "Legal y energía"}, Fields: slices.Concat(energyOfProperty, []FormField{
		{
			Path: "registration_number", Control: ControlText, Max: maxLine, Required: OnPublish,
			Label: Words{"Tourist register number", "Número de registro turístico"},
			Help: Words{
				"The law requires it in every advertisement of a holiday let, such as VFT/MA/12345.",
				"La ley lo exige en todo anuncio de una vivienda turística, como VFT/MA/12345.",
			},
			Only: &FormCondition{"s_offer", []string{OfferHolidays}},
		},
		{
			Path: "national_registration_number", Control: ControlText, Max: 100,
			Label: Words{"National short-let number", "Número de registro único"},
			Help: Words{
				"Platforms ask for it in short lets since 2025 (Royal Decree 1312/2024).",
				"Las plataformas lo piden en los alquileres de corta duración desde 2025 (Real Decreto 1312/2024).",
			},
			Only: &FormCondition{"s_offer", []string{OfferHolidays, OfferRent}},
		},
		{
			Path: "information_sheet.document", Control: ControlDocument, Required: OnPublish,
			Label: Words{"Information sheet (DIA)", "Documento informativo (DIA)"},
			Help: Words{
				"Decree 218/2005 of Andalusia requires it for every sale.",
				"El Decreto 218/2005 de Andalucía lo exige en toda venta.",
			},
			Only: &FormCondition{"s_offer", []string{OfferSale}},
		},
		{
			Path: "information_sheet.date", Control: ControlDate,
			Label: Words{"Date of the information sheet", "Fecha del documento informativo"},
			Only:  &FormCondition{"s_offer", []string{OfferSale}},
		},
		{
			Path: "cadastral_reference", Control: ControlText, Max: 20,
			Label: Words{"Cadastral reference", "Referencia catastral"},
			Help: Words{
				"Shown only together with the whole address.",
				"Solo se muestra junto con la dirección completa.",
			},
		},
		{
			Path: "tenure", Control: ControlChoice,
			Label: Words{"Tenure", "Régimen de propiedad"},
			Help:  Words{"Left empty, freehold.", "Si se deja vacío, pleno dominio."},
			Options: []FormOption{
				{string(TenureLeasehold), Words{"leasehold", "derecho de superficie"}},
				{string(TenurePartOwnership), Words{"part ownership", "proindiviso"}},
			},
		},
		{
			Path: "costs.community_fee", Control: ControlMoney, Max: maxCost, Unit: "€",
			Label: Words{"Community fee a year", "Comunidad al"},
		},
		{Path: "costs.ibi", Control: ControlMoney, Max: maxCost, Unit: "€", Label: Words{"IBI a year", "IBI al"}},
		{
			Path: "costs.waste_tax", Control: ControlMoney, Max: maxCost, Unit: "€",
			Label: Words{"Waste collection a year", "Tasa de basuras al"},
		},
	})},
	{Name: "private", Label: Words{"Private", "Privado"}, Fields: []FormField{
		{
			Path: "private.note", Control: ControlArea, Max: maxNote, Private: true,
			Label: Words{"Note", "Nota"},
			Help: Words{
				"For the agency only: no visitor and no portal gets it.",
				"Solo para la agencia: ni los visitantes ni los portales la reciben.",
			},
		},
		{
			Path: "private.lister", Control: ControlText, Max: maxName, Private: true,
			Label: Words{"Listing agent", "Captador"},
		},
		{Path: "private.commission.value", Control: ControlDecimal, Max: 100, Unit: "%", Private: true, Label: Words{"Commission", "Comisión"}},
		{
			Path: "private.commission.split", Control: ControlDecimal, Max: 100, Unit: "%", Private: true,
			Label: Words{"Share of the other agency", "Parte de la otra agencia"},
		},
		{
			Path: "private.commission.note", Control: ControlArea, Max: maxNote, Private: true,
			Label: Words{"Note on the commission", "Nota sobre la comisión"},
		},
		{
			Path: "source.system", Control: ControlText, Max: maxName, Private: true, PluginOnly: true,
			Label: Words{"Comes from", "Procede de"},
			Help:  Words{"Name of the feed or program.", "Nombre de la fuente o del programa."},
		},
		{
			Path: "source.key", Control: ControlText, Max: maxName, Private: true, PluginOnly: true,
			Label: Words{"Key there", "Clave en el origen"},
		},
		{
			Path: "source.shared", Control: ControlFlag, Private: true,
			Label: Words{"Another agency's property", "Propiedad de otra agencia"},
			Help:  Words{"It is never given to portals.", "Nunca se envía a los portales."},
		},
		{
			Path: "locks", Control: ControlLocks, Private: true,
			Label: Words{"Locked fields", "Campos bloqueados"},
			Help: Words{
				"No import changes them. A field that you change here locks itself.",
				"Ninguna importación los cambia. El campo que usted cambie aquí queda bloqueado.",
			},
		},
	}},
}}

// DevelopmentForm is the form of a development.
var DevelopmentForm = Form{Type: TypeDevelopment, Tabs: []FormTab{
	{Name: "basics", Label: Words{"Basics", "Datos básicos"}, Fields: []FormField{
		{
			Path: "reference", Control: ControlText, Max: maxLine,
			Label: Words{"Reference", "Referencia"},
			Help:  Words{"The agency's code, such as ZRD12.", "El código de la agencia, como ZRD12."},
		},
		{Path: "s_offer", Control: ControlTerms, List: ListOffers, Label: Words{"Offer", "Operación"}},
		{Path: "s_type", Control: ControlTerms, List: ListTypes, Label: Words{"Types", "Tipos de propiedad"}},
		{
			Path: "price.from", Control: ControlMoney, Max: maxPrice, Unit: "€", Required: OnPublish,
			Label: Words{"Prices from", "Precios desde"},
			Help:  Words{"As you would say it: 1.250.000, 450k or 1,2 M.", "Como lo diría: 1.250.000, 450k o 1,2 M."},
		},
		{Path: "price.to", Control: ControlMoney, Max: maxPrice, Unit: "€", Label: Words{"Prices to", "Precios hasta"}},
		{
			Path: "price.on_ask", Control: ControlFlag,
			Label: Words{"Prices on request", "Precios a consultar"},
			Help:  Words{"Visitors do not see the amounts.", "Los visitantes no ven los importes."},
		},
		{
			Path: "status", Control: ControlChoice,
			Label: Words{"On the website", "En la web"},
			Options: []FormOption{
				{string(StatusPublish), Words{"published", "publicada"}},
				{string(StatusDraft), Words{"draft", "borrador"}},
				{string(StatusPrivate), Words{"hidden", "oculta"}},
			},
		},
		{
			Path: "delivery", Control: ControlText, Languages: true, Max: maxName,
			Label: Words{"Completion", "Entrega"},
			Help:  Words{"Such as “third quarter of 2027”.", "Por ejemplo, «tercer trimestre de 2027»."},
		},
		badgesField,
		{Path: "s_category", Control: ControlTerms, List: ListDevelopmentCategories, Label: Words{"Categories", "Categorías"}},
		collectionsField,
		agentField,
	}},
	textsTab,
	picturesTab,
	{Name: "units", Label: Words{"Units and phases", "Viviendas y fases"}, Fields: []FormField{
		{
			Path: "units", Control: ControlUnits, Max: 500, Label: Words{"Units", "Viviendas"},
			Parts: []FormField{
				{Path: "name", Control: ControlText, Max: maxLine, Label: Words{"Unit", "Vivienda"}},
				{Path: "type", Control: ControlText, Languages: true, Max: maxLine, Label: Words{"Type", "Tipo"}},
				{Path: "floor", Control: ControlText, Max: 40, Label: Words{"Floor", "Planta"}},
				{Path: "beds", Control: ControlNumber, Max: maxRooms, Label: Words{"Beds", "Dorm."}},
				{Path: "baths", Control: ControlNumber, Max: maxRooms, Label: Words{"Baths", "Baños"}},
				{Path: "built", Control: ControlNumber, Max: maxSquare, Unit: unitArea, Label: Words{"Built", "Construidos"}},
				{Path: "terrace", Control: ControlNumber, Max: maxSquare, Unit: unitArea, Label: Words{"Terrace", "Terraza"}},
				{Path: "price", Control: ControlMoney, Max: maxPrice, Unit: "€", Label: Words{"Price", "Precio"}},
				{
					Path: "availability", Control: ControlChoice, Label: Words{"Availability", "Disponibilidad"},
					Options: []FormOption{
						{string(UnitAvailable), Words{"available", "disponible"}},
						{string(UnitReserved), Words{"reserved", "reservada"}},
						{string(UnitSold), Words{"sold", "vendida"}},
					},
				},
			},
		},
		{
			Path: "phases", Control: ControlPhases, Languages: true, Max: 50, Label: Words{"Phases", "Fases"},
			Help: Words{"One line a phase, such as “Phase 1: keys in May 2026”.", "Una línea por fase, como «Fase 1: llaves en mayo de 2026»."},
		},
	}},
	featuresTab,
	{Name: "location", Label: Words{"Location", "Ubicación"}, Fields: placeFields},
	{Name: "legal", Label: Words{"Energy", "Energía"}, Fields: energyFields},
}}

var availabilityOptions = []FormOption{
	{string(UnitAvailable), Words{"available", "disponible"}},
	{string(AvailabilityUnderOffer), Words{"under offer", "en negociación"}},
	{string(UnitReserved), Words{"reserved", "reservada"}},
	{string(UnitSold), Words{"sold", "vendida"}},
	{string(AvailabilityLet), Words{"let", "alquilada"}},
	{string(AvailabilityWithdrawn), Words{"no longer available", "ya no disponible"}},
}

// required is fields of which one must have a value.
func required(fields []FormField, path string) []FormField {
	fields = slices.Clone(fields)
	for i := range fields {
		if fields[i].Path == path {
			fields[i].Required = OnPublish
		}
	}
	return fields
}

// Fields and tabs that properties and developments share.
var (
	badgesField = FormField{
		Path: "badges", Control: ControlChecks, Label: Words{"Badges", "Distintivos"},
		Options: []FormOption{
			{string(BadgeSold), Words{"Sold", "Vendida"}},
			{string(BadgeNew), Words{"New", "Nueva"}},
			{string(BadgeExclusive), Words{"Exclusive", "Exclusiva"}},
			{string(BadgeFeatured), Words{"Featured", "Destacada"}},
		},
	}
	collectionsField = FormField{
		Path: "collections", Control: ControlChecks, List: ListCollections, Max: maxChecks, Label: Words{"Collections", "Colecciones"},
	}
	agentField = FormField{Path: "agent", Control: ControlPerson, List: ListPeople, Label: Words{"Agent", "Agente"}}

	textsTab = FormTab{Name: "texts", Label: Words{"Texts", "Textos"}, Fields: []FormField{
		{
			Path: "title", Control: ControlText, Languages: true, Max: maxTitle, Required: OnPublish,
			Label: Words{"Title", "Título"},
			Help: Words{
				"What it is and where: “Villa with sea views in Marbella”.",
				"Qué es y dónde: «Villa con vistas al mar en Marbella».",
			},
		},
		{Path: "subtitle", Control: ControlText, Languages: true, Max: maxSubtitle, Label: Words{"Subtitle", "Subtítulo"}},
		{
			Path: "description", Control: ControlMarkup, Languages: true, Max: maxMarkup, Required: OnPublish,
			Label: Words{"Description", "Descripción"},
		},
		{
			Path: "promo_name", Control: ControlText, Max: maxName,
			Label: Words{"Name", "Nombre"},
			Help: Words{
				"Its own name, if it has one: “Villa Alba”. It stands over the picture.",
				"Su propio nombre, si lo tiene: «Villa Alba». Aparece sobre la imagen.",
			},
		},
		{
			Path: "slug", Control: ControlText, Max: maxName,
			Label: Words{"Address of the page", "Dirección de la página"},
			Help: Words{
				"The last part of its link. Made from the title when it is published; the old link leads on to a new one.",
				"La última parte del enlace. Se forma con el título al publicar; el enlace antiguo lleva al nuevo.",
			},
		},
	}}

	picturesTab = FormTab{Name: "pictures", Label: Words{"Pictures", "Imágenes"}, Fields: []FormField{
		{
			Path: "gallery", Control: ControlImages, Required: OnPublish,
			Label: Words{"Pictures", "Imágenes"},
			Help: Words{
				"Drag them into their order, or move one by the arrow keys.",
				"Ordénelas arrastrándolas, o mueva una con las flechas del teclado.",
			},
		},
		{Path: "plans", Control: ControlImages, Label: Words{"Floor plans", "Planos"}},
		{
			Path: "extra.video", Control: ControlFilm,
			Label: Words{"Film", "Vídeo"},
			Help: Words{
				"A film of the site, or the address of one at YouTube or Vimeo.",
				"Un vídeo del sitio, o la dirección de uno en YouTube o Vimeo.",
			},
		},
		{
			Path: "extra.virtual_tour", Control: ControlAddress,
			Label: Words{"Virtual tour", "Visita virtual"},
			Help:  Words{"Its web address.", "Su dirección web."},
		},
		{
			Path: "extra.pdf", Control: ControlDocument,
			Label: Words{"Brochure", "Folleto"},
			Help: Words{
				"A PDF of your own. Left empty, the site makes one.",
				"Un PDF propio. Si se deja vacío, el sitio genera uno.",
			},
		},
		{
			Path: "htmls", Control: ControlEmbeds, PluginOnly: true,
			Label: Words{"Embed codes", "Códigos de inserción"},
			Help:  Words{"One a line.", "Uno en cada línea."},
		},
	}}

	featuresTab = FormTab{Name: "features", Label: Words{"Features", "Características"}, Fields: []FormField{
		{Path: "features", Control: ControlFeatures, List: ListFeatures, Max: maxChecks, Label: Words{"Features", "Características"}},
	}}

	placeFields = []FormField{
		{Path: "s_province", Control: ControlTerm, List: ListProvinces, Label: Words{"Province", "Provincia"}},
		{Path: "s_city", Control: ControlTerm, List: ListCities, Required: OnPublish, Label: Words{"Town", "Municipio"}},
		{Path: "s_subarea", Control: ControlTerm, List: ListSubareas, Label: Words{"Area of the town", "Zona del municipio"}},
		{
			Path: "location", Control: ControlPosition,
			Label: Words{"On the map", "En el mapa"},
			Parts: []FormField{
				{Path: "lat", Control: ControlDecimal, Label: Words{"Latitude", "Latitud"}},
				{Path: "lng", Control: ControlDecimal, Label: Words{"Longitude", "Longitud"}},
			},
		},
		{
			Path: "location.precision", Control: ControlChoice,
			Label: Words{"Shown on the map", "Se muestra en el mapa"},
			Help:  Words{"Left empty, the area.", "Si se deja vacío, la zona."},
			Options: []FormOption{
				{PrecisionExact, Words{"the exact position", "el lugar exacto"}},
				{"street", Words{"the street", "la calle"}},
				{"area", Words{"the area", "la zona"}},
			},
		},
	}

	energyOfProperty = required(energyFields, energyStatus)

	energyFields = []FormField{
		{
			Path: energyStatus, Control: ControlChoice,
			Label: Words{"Energy certificate", "Certificado energético"},
			Options: []FormOption{
				{"rated", Words{"rated", "calificado"}},
				{"pending", Words{"pending", "en trámite"}},
				{"exempt", Words{"exempt", "exento"}},
			},
		},
		{
			Path: "energy.consumption", Control: ControlChoice, Options: energyLetters,
			Label: Words{"Consumption", "Consumo"},
		},
		{
			Path: "energy.consumption_value", Control: ControlDecimal, Max: maxEnergy, Unit: "kWh/m²",
			Label: Words{"Consumption in figures", "Consumo en cifras"},
		},
		{Path: "energy.emissions", Control: ControlChoice, Options: energyLetters, Label: Words{"Emissions", "Emisiones"}},
		{
			Path: "energy.emissions_value", Control: ControlDecimal, Max: maxEnergy, Unit: "kg CO₂/m²",
			Label: Words{"Emissions in figures", "Emisiones en cifras"},
		},
	}

	energyLetters = []FormOption{
		{"A", Words{"A", "A"}},
		{"B", Words{"B", "B"}},
		{"C", Words{"C", "C"}},
		{"D", Words{"D", "D"}},
		{"E", Words{"E", "E"}},
		{"F", Words{"F", "F"}},
		{"G", Words{"G", "G"}},
	}
)
