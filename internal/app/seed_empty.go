package app

import (
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"estate/internal/agency/demo"
	"estate/internal/app/config"
	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/store"
)

// opening are the words of the home page of an agency that has no content yet. Its heading is the agency's name.
var opening = map[i18n.Lang]struct{ title, subtitle, contact, text, description string }{
	i18n.LangEN: {
		"Home", "Our new website opens here soon.",
		"Until then, let us talk", "Tell us what you are looking for, or which home you wish to sell. We will be glad to help you in person.",
		"Our new website opens here soon. Until then you can reach us by telephone and e-mail.",
	},
	i18n.LangES: {
		"Inicio", "Muy pronto, nuestra nueva web.",
		"Mientras tanto, hablemos", "Cuéntenos qué busca o qué propiedad desea vender. Le atenderemos personalmente con mucho gusto.",
		"Muy pronto, nuestra nueva web. Mientras tanto, puede contactar con nosotros por teléfono o por correo electrónico.",
	},
}

// seedEmpty fills an empty store for an agency without the demo: the terms of searches, and a home page that says who is coming,
// with name, telephone numbers and addresses of the settings.
func seedEmpty(s config.Settings, b *store.Batch, now time.Time) error {
	agency, err := demo.Agency()
	if err != nil {
		return err
	}
	var problems []error
	for _, term := range agency.Terms {
		if term.Lang != "" {
			continue // a category of the demo's posts
		}
		term.Count = 0
		problems = append(problems, b.PutTerm(term))
	}
	links := map[i18n.Lang]string{}
	for _, lang := range i18n.Filled {
		links[lang] = lang.Prefix() + "/"
	}
	for i, lang := range i18n.Filled {
		words := opening[lang]
		contact, err := json.Marshal(content.ContactFields{Title: words.contact, Text: words.text})
		if err != nil {
			return err
		}
		problems = append(problems, b.PutSettings(lang, &content.Settings{}), b.Put(&content.Page{
			Head: content.Head{
				ID: 1 + i, Type: content.TypePage, Slug: s.Home[lang], Status: content.StatusPublish, Date: now, Modified: now,
				Lang: lang, Link: links[lang], AlternativeLinks: links,
			},
			Title:    words.title,
			Fields:   content.PageFields{Subtitle: words.subtitle, Description: words.description},
			Sections: []content.Section{{Layout: "contact", Fields: contact}},
		}))
	}
	if err := errors.Join(problems...); err != nil {
		return fmt.Errorf("write the empty agency: %w", err)
	}
	return nil
}
