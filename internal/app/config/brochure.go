package config

import "estate/internal/content/i18n"

// Brochure sets the service that prints brochures. Without a template the browser
// prints the page of the property.
type Brochure struct {
	Template  string      `toml:"template"` // URL with {agency}, {reference}, {language}, {type}, {client}
	Agency    string      `toml:"agency"`
	Report    string      `toml:"report"`
	Client    string      `toml:"client"`
	Languages []i18n.Lang `toml:"languages"` // en
}
