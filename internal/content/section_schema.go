package content

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
)

// Words is a text of a form, one field a language of the plugin and of the studio.
type Words struct {
	EN string `json:"en"`
	ES string `json:"es"`
}

// SectionSchema declares one kind of section. `make generate` writes from it the kinds in
// internal/site/view, the loaders in web/src/app, the table in docs/sections.md and the form of the
// WordPress plugin. The fields and their types are those of the Go struct.
type SectionSchema struct {
	// Kind is acf_fc_layout in the CMS, the folder in web/src/sections and the kind in a View.
	Kind string
	// Fields is an empty struct of sections.go. Its tag "form" is read by cmd/formgen:
	// "required" fields must not be empty, or the section is left out; the other words name a control
	// (tagForms in cmd/formgen); "-" keeps a field out of the plugin's form.
	Fields any
	// View is the name of the struct in internal/site/view; "" means the kind in PascalCase and "Section".
	View string
	// Name and Help are what an editor reads.
	Name, Help Words
	// Shows and Empty are cells of docs/sections.md: what a visitor sees, and what if there is nothing to show.
	Shows, Empty string
	// Page is a page of the demo agency that has the section. Its Spanish translation has it too.
	Page string
	// Tests are the test files of this section alone.
	Tests []string
}

// SectionSchemas declares every section, in alphabetical order.
var SectionSchemas = []SectionSchema{
	{
		Kind: "about", Fields: AboutFields{},
		Name:  Words{"About the agency", "Sobre la agencia"},
		Help:  Words{"Portrait, text, figures.", "Retrato, texto, cifras."},
		Shows: "the agency: picture, text, figures, a call",
		Empty: "left out",
		Page:  "/about/",
	},
	{
		Kind: "banner", Fields: BannerFields{},
		Name: Words{"Banner", "Banner"},
		Help: Words{
			"A full-width picture or film with a title, a line and one call to action.",
			"Una imagen o película a todo el ancho con un título, una línea y una llamada a la acción.",
		},
		Shows: "a full-width picture or film with a title, one line and one call",
		Empty: "left out; without a picture: the brand colour",
		Page:  "/services/sell/",
	},
	{
		Kind: "blog-archive", Fields: BlogArchiveFields{},
		Name:  Words{"Blog: all posts", "Blog: todas las entradas"},
		Help:  Words{"The numbered list of posts. Without a category: all of them.", "La lista paginada de entradas. Sin categoría: todas."},
		Shows: "the numbered list of posts, its pager, category and tag links",
		Empty: `"No articles found! Try another search"`,
		Page:  "/blog/",
	},
	{
		Kind: "blog-section", Fields: BlogSectionFields{}, View: "BlogSection",
		Name:  Words{"Blog: latest posts", "Blog: últimas entradas"},
		Help:  Words{"The latest posts of a category as a teaser.", "Las últimas entradas de una categoría como adelanto."},
		Shows: "the latest posts of a category",
		Empty: "left out while there is no post",
		Page:  "/",
	},
	{
		Kind: "column-text", Fields: ColumnTextFields{},
		Name:  Words{"Text in columns", "Texto en columnas"},
		Help:  Words{"One to three columns.", "De una a tres columnas."},
		Shows: "rich text in one to three columns",
		Empty: "left out",
		Page:  "/about/",
	},
	{
		Kind: "contact", Fields: ContactFields{},
		Name: Words{"Contact", "Contacto"},
		Help: Words{
			"Phones, e-mails, address and hours come from the settings.",
			"Los teléfonos, correos, dirección y horario proceden de los ajustes.",
		},
		Shows: "phones, e-mails, address, opening hours, the enquiry form, a map link",
		Empty: "left out",
		Page:  "/contact/", Tests: []string{"enquiry.spec.ts"},
	},
	{
		Kind: "content", Fields: ContentFields{},
		Name:  Words{"Text", "Texto"},
		Help:  Words{"A block of rich text.", "Un bloque de texto con formato."},
		Shows: "a block of rich text",
		Empty: "left out",
		Page:  "/about/elena-vidal/",
	},
	{
		Kind: "description", Fields: DescriptionFields{},
		Name:  Words{"Folding text", "Texto plegable"},
		Help:  Words{"A long text that folds after some lines.", "Un texto largo que se pliega tras unas líneas."},
		Shows: "a long text that folds",
		Empty: "left out; a short text does not fold",
		Page:  "/for-rent/houses/marbella/",
	},
	{
		Kind: "development", Fields: DevelopmentFields{},
		Name:  Words{"A development", "Una promoción"},
		Help:  Words{"All that is known of one development.", "Todo lo que se sabe de una promoción."},
		Shows: "the body of a development",
		Empty: "left out when it is not published",
		Page:  "/services/invest/", Tests: []string{"search-results.spec.ts"},
	},
	{
		Kind: "favorites", Fields: FavoritesFields{},
		Name:  Words{"Favorites", "Favoritos"},
		Help:  Words{"The homes that the visitor has saved.", "Las propiedades que ha guardado el visitante."},
		Shows: "the visitor's saved properties, to share, compare and print",
		Empty: `"No Favorites found"; a retry when they cannot be loaded`,
		Page:  "/services/buy/", Tests: []string{"favorites.spec.ts"},
	},
	{
		Kind: "gallery", Fields: GalleryFields{},
		Name:  Words{"Gallery", "Galería"},
		Help:  Words{"A grid of pictures that opens large.", "Una cuadrícula de imágenes que se abren en grande."},
		Shows: "a picture grid that opens the lightbox",
		Empty: "left out",
		Page:  "/about/elena-vidal/", Tests: []string{"gallery.test.tsx", "keyboard.spec.ts"},
	},
	{
		Kind: "gutemberg", Fields: GutembergFields{},
		Name:  Words{"Blocks", "Bloques"},
		Help:  Words{"Markup of the block editor.", "Código del editor de bloques."},
		Shows: "the blocks of the WordPress editor",
		Empty: "left out",
		Page:  "/services/sell/",
	},
	{
		Kind: "home", Fields: HomeFields{},
		Name:  Words{"Opening of the home page", "Apertura de la portada"},
		Help:  Words{"Picture or film, claim, search.", "Imagen o película, lema y búsqueda."},
		Shows: "picture or film, a claim, the search",
		Empty: "left out",
		Page:  "/",
	},
	{
		Kind: "iframe", Fields: IframeFields{},
		Name:  Words{"Foreign page", "Página externa"},
		Help:  Words{"A page in a frame that loads on click.", "Una página en un marco que se carga al pulsar."},
		Shows: "a page of a third party in a frame, loaded on a click",
		Empty: "left out; a host that is not listed opens in a new tab",
		Page:  "/contact/", Tests: []string{"iframe.test.tsx"},
	},
	{
		Kind: "image", Fields: ImageFields{},
		Name:  Words{"Picture", "Imagen"},
		Help:  Words{"One picture with a caption.", "Una imagen con su pie."},
		Shows: "one picture with a caption",
		Empty: "left out",
		Page:  "/about/elena-vidal/",
	},
	{
		Kind: "info", Fields: InfoFields{},
		Name:  Words{"Facts", "Datos"},
		Help:  Words{"Facts as icon, label and value.", "Datos con icono, nombre y valor."},
		Shows: "facts as icon, label, value",
		Empty: "left out, as is an item without a value",
		Page:  "/services/invest/",
	},
	{
		Kind: "intro", Fields: IntroFields{},
		Name:  Words{"Heading", "Encabezado"},
		Help:  Words{"A heading with a lead.", "Un encabezado con entradilla."},
		Shows: "a heading with a lead",
		Empty: "left out",
		Page:  "/home-of-the-month/",
	},
	{
		Kind: "link", Fields: LinkFields{},
		Name:  Words{"Call to action", "Llamada a la acción"},
		Help:  Words{"A title with one or more links.", "Un título con uno o varios enlaces."},
		Shows: "a call to action, or a list of links",
		Empty: "left out, as is a link that leads nowhere",
		Page:  "/services/rent/",
	},
	{
		Kind: "locations", Fields: LocationsFields{},
		Name: Words{"Areas", "Zonas"},
		Help: Words{
			"Areas as tiles that lead to their pages, each with the number of its properties.",
			"Zonas en tarjetas que llevan a sus páginas, cada una con el número de sus propiedades.",
		},
		Shows: "the areas as tiles with the number of their properties",
		Empty: "left out",
		Page:  "/",
	},
	{
		Kind: "page", Fields: PageBodyFields{},
		Name:  Words{"Text of the page", "Texto de la página"},
		Help:  Words{"Without a text of its own it shows that of the page.", "Sin texto propio muestra el de la página."},
		Shows: "a plain content page",
		Empty: "the text of the page itself; left out when that is empty",
		Page:  "/legal/cookie-policy/",
	},
	{
		Kind: "page-error", Fields: PageErrorFields{},
		Name: Words{"Not found", "No encontrado"},
		Help: Words{
			"The sentences of the 404 page, a search, recent homes.",
			"Las frases de la página 404, una búsqueda y propiedades recientes.",
		},
		Shows: "the not-found screen: three sentences, a search, recent properties",
		Empty: "without properties: the sentences and the search",
		Page:  "/no-longer-available/", Tests: []string{"main.spec.ts"},
	},
	{
		Kind: "post", Fields: PostBodyFields{},
		Name:  Words{"A post", "Una entrada"},
		Help:  Words{"One post in full.", "Una entrada completa."},
		Shows: "one article in full",
		Empty: "left out when it is not published",
		Page:  "/services/invest/", Tests: []string{"main.spec.ts"},
	},
	{
		Kind: "posts", Fields: PostsFields{},
		Name:  Words{"Chosen posts", "Entradas elegidas"},
		Help:  Words{"Posts of your choice as cards.", "Las entradas que elija, en tarjetas."},
		Shows: "chosen posts as cards",
		Empty: "left out when none of them is published",
		Page:  "/services/buy/",
	},
	{
		Kind: "properties", Fields: PropertiesFields{},
		Name: Words{"Chosen homes", "Propiedades elegidas"},
		Help: Words{
			"Homes as cards: those you choose, or those that a filter finds.",
			"Propiedades en tarjetas: las que elija o las que encuentre un filtro.",
		},
		Shows: "chosen properties as cards",
		Empty: "left out while no property matches",
		Page:  "/about/elena-vidal/",
	},
	{
		Kind: "property", Fields: PropertyBodyFields{},
		Name:  Words{"A home", "Una propiedad"},
		Help:  Words{"All that is known of one home.", "Todo lo que se sabe de una propiedad."},
		Shows: "the body of a property",
		Empty: "left out when it is not published",
		Page:  "/home-of-the-month/", Tests: []string{"main.spec.ts", "keyboard.spec.ts"},
	},
	{
		Kind: "property-archive", Fields: PropertyArchiveFields{},
		Name:  Words{"Results of a search", "Resultados de una búsqueda"},
		Help:  Words{"Without a filter the one of the page holds.", "Sin filtro vale el de la página."},
		Shows: "search panel, sort, counted results, pager",
		Empty: `"No results found! Try another search" and suggestions`,
		Page:  "/holiday-homes/", Tests: []string{"changes-results.test.ts", "search-results.spec.ts", "search-panel.spec.ts"},
	},
	{
		Kind: "property-carousel", Fields: PropertyCarouselFields{},
		Name:  Words{"Homes in a row", "Propiedades en fila"},
		Help:  Words{"Homes in one row to swipe.", "Propiedades en una fila que se desliza."},
		Shows: "properties in one row to swipe",
		Empty: "left out while no property matches",
		Page:  "/",
	},
	{
		Kind: "property-custom", Fields: PropertyCustomFields{},
		Name:  Words{"Saved search", "Búsqueda guardada"},
		Help:  Words{"The homes of a filter as results.", "Las propiedades de un filtro como resultados."},
		Shows: "a saved search shown as results",
		Empty: `"No results found! Try another search" and a link to all properties`,
		Page:  "/services/invest/",
	},
	{
		Kind: "reviews", Fields: ReviewsFields{},
		Name:  Words{"Reviews", "Reseñas"},
		Help:  Words{"What clients wrote, with their names.", "Lo que han escrito compradores y vendedores, con su nombre."},
		Shows: "what clients wrote, with their names",
		Empty: "left out",
		Page:  "/team/",
	},
	{
		Kind: "services", Fields: ServicesFields{},
		Name:  Words{"Services", "Servicios"},
		Help:  Words{"The agency's services as cards.", "Los servicios de la agencia en tarjetas."},
		Shows: "the agency's services as cards",
		Empty: "left out",
		Page:  "/services/",
	},
	{
		Kind: "shortlinks", Fields: ShortlinksFields{},
		Name:  Words{"Quick links", "Enlaces rápidos"},
		Help:  Words{"Links as chips.", "Enlaces en forma de etiquetas."},
		Shows: "quick links as chips",
		Empty: "left out",
		Page:  "/for-rent/houses/",
	},
	{
		Kind: "slider", Fields: SliderFields{},
		Name: Words{"Slider", "Carrusel"},
		Help: Words{
			"Pictures one after another; 0 seconds means that it does not move by itself.",
			"Imágenes una tras otra; 0 segundos significa que no avanza solo.",
		},
		Shows: "pictures one after another, with a stop button",
		Empty: "left out, as is a slide without a picture",
		Page:  "/selling-your-property-in-marbella/", Tests: []string{"slider.test.tsx"},
	},
	{
		Kind: "tab", Fields: TabFields{},
		Name:  Words{"Tabs", "Pestañas"},
		Help:  Words{"Texts in tabs, each with an address of its own.", "Textos en pestañas, cada una con su dirección."},
		Shows: "texts in tabs, each with its own address",
		Empty: "left out",
		Page:  "/services/buy/", Tests: []string{"tab.test.tsx"},
	},
	{
		Kind: "team", Fields: TeamFields{},
		Name: Words{"Team", "Equipo"},
		Help: Words{
			"People with role, languages and areas; initials stand for a missing picture.",
			"Personas con cargo, idiomas y zonas; las iniciales sustituyen a la foto que falte.",
		},
		Shows: "the people of the agency with role, languages and areas",
		Empty: "left out",
		Page:  "/team/",
	},
	{
		Kind: "video", Fields: VideoFields{},
		Name:  Words{"Film", "Película"},
		Help:  Words{"One film: poster first, player on click.", "Una película: primero el cartel, el reproductor al pulsar."},
		Shows: "one film: first the poster, on a click the player",
		Empty: "left out; a host that is not listed opens in a new tab",
		Page:  "/holiday-homes/",
	},
	{
		Kind: "video-list", Fields: VideoListFields{},
		Name:  Words{"Films", "Películas"},
		Help:  Words{"Several films.", "Varias películas."},
		Shows: "several films",
		Empty: "left out, as is a film that cannot be opened",
		Page:  "/services/sell/",
	},
}

// SectionLabels are the labels of fields in the plugin's form, by the name of the field. A name
// means the same in every section.
var SectionLabels = map[string]Words{
	"title":           {"Title", "Título"},
	"text":            {"Text", "Texto"},
	"html":            {"Text (HTML)", "Texto (HTML)"},
	"picture":         {"Picture", "Imagen"},
	"pictures":        {"Pictures", "Imágenes"},
	"figures":         {"Figures", "Cifras"},
	"value":           {"Value", "Valor"},
	"label":           {"Label", "Nombre"},
	"call":            {"Call to action", "Llamada a la acción"},
	"link":            {"Link", "Enlace"},
	"links":           {"Links", "Enlaces"},
	"film":            {"Film", "Película"},
	"category":        {"Category", "Categoría"},
	"show_categories": {"Show categories", "Mostrar las categorías"},
	"show_tags":       {"Show tags", "Mostrar las etiquetas"},
	"limit":           {"How many", "Cuántas"},
	"more":            {"Link to more", "Enlace para ver más"},
	"columns":         {"Columns", "Columnas"},
	"form":            {"With the enquiry form", "Con el formulario de consulta"},
	"callback":        {"With the short form: we call you", "Con el formulario corto: le llamamos"},
	"map":             {"On the map", "En el mapa"},
	"lat":             {"Latitude", "Latitud"},
	"lng":             {"Longitude", "Longitud"},
	"lines":           {"Lines while folded", "Líneas con el texto plegado"},
	"id":              {"Which one", "Cuál"},
	"ids":             {"Your choice, in this order", "Su elección, en este orden"},
	"claim":           {"Claim", "Lema"},
	"search":          {"With the search", "Con la búsqueda"},
	"url":             {"Address", "Dirección"},
	"ratio":           {"Ratio, such as 16/9", "Proporción, como 16/9"},
	"poster":          {"Poster", "Cartel"},
	"caption":         {"Caption", "Pie de foto"},
	"items":           {"Entries", "Elementos"},
	"icon":            {"Icon", "Icono"},
	"eyebrow":         {"Line above", "Línea superior"},
	"tiles":           {"Tiles", "Tarjetas"},
	"languages":       {"Languages", "Idiomas"},
	"areas":           {"Areas", "Zonas"},
	"location":        {"Place", "Lugar"},
	"name":            {"Name", "Nombre"},
	"homes":           {"Homes", "Propiedades"},
	"filter":          {"Filter", "Filtro"},
	"s_offer":         {"Offer", "Operación"},
	"s_type":          {"Type", "Tipo"},
	"s_location":      {"Place", "Lugar"},
	"s_category":      {"Category", "Categoría"},
	"collections":     {"Collections", "Colecciones"},
	"sort":            {"Order", "Orden"},
	"slides":          {"Slides", "Diapositivas"},
	"seconds":         {"Seconds", "Segundos"},
	"tabs":            {"Tabs", "Pestañas"},
	"videos":          {"Films", "Películas"},
}

// SectionSorts are the values of a field with the form "sort".
var SectionSorts = []struct {
	Value string
	Label Words
}{
	{"modified", Words{"newest first", "primero las más recientes"}},
	{"price_high", Words{"dearest first", "primero las más caras"}},
	{"price_low", Words{"cheapest first", "primero las más baratas"}},
}

// SectionIcons are the values of a field with the form "icon".
var SectionIcons = []string{
	"bed", "bath", "plot", "built", "terrace", "plane", "train", "car", "sea", "golf", "school", "euro",
	"key", "calendar", "clock", "phone", "home", "people", "leaf", "shield",
}

// Layouts lists the kinds of sections that exist, in alphabetical order.
func Layouts() []string {
	kinds := make([]string, len(SectionSchemas))
	for i, schema := range SectionSchemas {
		kinds[i] = schema.Kind
	}
	return kinds
}

// fieldTypes are the structs of sections.go by kind.
var fieldTypes = func() map[string]reflect.Type {
	types := make(map[string]reflect.Type, len(SectionSchemas))
	for _, schema := range SectionSchemas {
		types[schema.Kind] = reflect.TypeOf(schema.Fields)
	}
	return types
}()

// Decode returns the fields of s in the struct of its layout (*BannerFields …). For an unknown
// layout it returns nil and no error: the section is left out of the page. A field of a wrong
// type stays empty: Decode then returns the other fields with an error that wraps the
// *json.UnmarshalTypeError of the first such field.
func (s Section) Decode() (any, error) {
	shape, known := fieldTypes[s.Layout]
	if !known {
		return nil, nil
	}
	fields := reflect.New(shape).Interface()
	if len(s.Fields) == 0 {
		return fields, nil
	}
	err := json.Unmarshal(s.Fields, fields)
	if err == nil {
		return fields, nil
	}
	if _, readable := errors.AsType[*json.UnmarshalTypeError](err); !readable {
		fields = nil
	}
	return fields, fmt.Errorf("fields of section %q: %w", s.Layout, err)
}
