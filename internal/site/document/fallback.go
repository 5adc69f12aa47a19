package document

import (
	"reflect"
	"strconv"

	"estate/internal/site/view"
)

// loading writes the loading screen (specification §2.5.2), which a browser with scripts shows
// until it has rendered the view. It looks like ui/spinner, whose styles hide it then.
func (w htmlWriter) loading(v *view.View) {
	w.raw(`<div id="loading" role="status"><span aria-hidden="true"><i></i><i></i><i></i><i></i><i></i></span><span>`).
		text(v.Chrome.Loading).raw(`</span></div>`)
}

// summary writes the fallback of a view that was not rendered, for crawlers and visitors without
// a script: title, menu, texts and links of the sections, telephones and mail addresses.
func (w htmlWriter) summary(v *view.View) {
	w.raw(`<noscript><main><h1>`).text(v.Header.Title).raw(`</h1><p>`).text(v.Header.Subtitle).raw(`</p>`)
	for _, part := range []any{v.Chrome.Menu, v.Content, v.Chrome.Phones, v.Chrome.Mails} {
		w.readable(reflect.ValueOf(part))
	}
	w.raw(`</main></noscript>`)
}

// readableFields are the fields of a View with words for visitors. The first one of a struct is its
// heading, or the text of its link.
var readableFields = []string{
	"Title", "Claim", "Name", "Label", "Text", "Value", "Summary", "Empty", "Place", "Date", "Excerpt", "Count", "Mode",
	"Page", "Role", "Areas", "Languages",
}

// forms are what a visitor without a rendered page cannot use; telephones and mail addresses stand in their place.
var forms = map[reflect.Type]bool{
	reflect.TypeFor[view.SearchPanel](): true, reflect.TypeFor[view.SelectField](): true,
	reflect.TypeFor[view.EnquiryForm](): true, reflect.TypeFor[view.AlertForm](): true,
}

// readable writes the words, links and markup in a value of a View.
func (w htmlWriter) readable(value reflect.Value) {
	switch value.Kind() {
	case reflect.Pointer, reflect.Interface:
		if !value.IsNil() {
			w.readable(value.Elem())
		}
	case reflect.Slice:
		for i := range value.Len() {
			w.readable(value.Index(i))
		}
	case reflect.Struct:
		if markup, ok := value.Interface().(view.SafeHTML); ok {
			w.safe(markup)
		} else if !forms[value.Type()] {
			w.words(value)
			for i := range value.NumField() {
				w.readable(value.Field(i))
			}
		}
	}
}

// words writes the texts of a struct as a line, with its link.
func (w htmlWriter) words(value reflect.Value) {
	var words []string
	for _, name := range readableFields {
		switch field := value.FieldByName(name); field.Kind() {
		case reflect.String:
			if field.Len() > 0 {
				words = append(words, field.String())
			}
		case reflect.Int:
			words = append(words, strconv.FormatInt(field.Int(), 10))
		}
	}
	if len(words) == 0 {
		return
	}
	w.raw(`<p>`)
	if href := value.FieldByName("Href"); href.Kind() == reflect.String && href.Len() > 0 {
		w.raw(`<a href="`).text(href.String()).raw(`">`).text(words[0]).raw(`</a>`)
	} else {
		w.text(words[0])
	}
	for _, word := range words[1:] {
		w.raw(` `).text(word)
	}
	w.raw(`</p>`)
}
