package edit

import (
	"cmp"
	"strings"

	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/content/search"
)

// suggestedTitle is "Villa in Marbella" in each language, nil while type or place is not known.
func suggestedTitle(entity content.Entity, options *search.Catalog) i18n.Text {
	var placing content.Placing
	switch e := entity.(type) {
	case *content.Property:
		placing = e.Placing
	case *content.Development:
		placing = e.Placing
	}
	if len(placing.Types) == 0 {
		return nil
	}
	titles := i18n.Text{}
	for _, lang := range i18n.Filled {
		place := ""
		for _, id := range []int{placing.Subarea, placing.City, placing.Province} {
			place = cmp.Or(place, options.Name(search.KeyLocation, id, lang))
		}
		name := typeName(options, placing.Types[0], lang)
		if _, isDevelopment := entity.(*content.Development); isDevelopment {
			name = options.Name(search.KeyType, placing.Types[0], lang)
		}
		if name == "" || place == "" {
			return nil
		}
		titles[lang] = strings.Join([]string{name, i18n.Words.T(lang, "facts.in"), place}, " ")
	}
	return titles
}

// typeName is the name of one property of a type.
func typeName(options *search.Catalog, id int, lang i18n.Lang) string {
	option := options.Option(search.KeyType, id)
	if option == nil {
		return ""
	}
	return cmp.Or(i18n.Words[lang]["facts.one."+option.Slug], option.Name.In(lang))
}
