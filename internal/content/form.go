package content

import (
	"slices"
	"strings"
)

// Form declares how an editor enters the fields of a type of content. `make generate` writes from it the forms of the studio
// (web/studio/src/generated/forms.ts).
type Form struct {
	Type Type
	Tabs []FormTab
}

// FormTab is one part of a form.
type FormTab struct {
	Name   string      `json:"name"`
	Label  Words       `json:"label"`
	Fields []FormField `json:"fields"`
}

// FormField is one field of a form.
type FormField struct {
	// Path is that of the value in the JSON of the document: "price.amount". In Parts it is the name of a column.
	Path    string  `json:"path"`
	Label   Words   `json:"label"`
	Help    Words   `json:"help,omitzero"`
	Control Control `json:"control"`
	// Languages says that the value is an object with one text a language.
	Languages bool   `json:"languages,omitempty"`
	Unit      string `json:"unit,omitempty"`
	// Max is the most characters of a text (bytes of markup), entries of a list, or the highest number; 0 where the control or
	// the option list is the bound.
	Max     int          `json:"max,omitempty"`
	Options []FormOption `json:"options,omitempty"`
	// List names an option list of the site instead of Options.
	List string `json:"list,omitempty"`
	// Required is when the field must have a value.
	Required Required `json:"required,omitempty"`
	// Only shows the field where another one has a value.
	Only *FormCondition `json:"only,omitempty"`
	// Private says that only the agency knows the value. Who of it may see and change it is decided on the server.
	Private bool `json:"private,omitempty"`
	// PluginOnly keeps the field out of the studio.
	PluginOnly bool `json:"-"`
	// Lockable is set by the generator.
	Lockable bool `json:"lockable,omitempty"`
	// Parts are the columns of a table of rows, and the numbers of a position.
	Parts []FormField `json:"parts,omitempty"`
}

// Control is how a value is entered.
type Control string

// The controls.
const (
	ControlText     Control = "text"
	ControlArea     Control = "area"    // several lines
	ControlMarkup   Control = "markup"  // rich text
	ControlNumber   Control = "number"  // whole, not negative
	ControlDecimal  Control = "decimal" // of a position with a sign
	ControlMoney    Control = "money"   // whole units of a currency
	ControlFlag     Control = "flag"
	ControlChoice   Control = "choice" // one of Options
	ControlChecks   Control = "checks" // several of Options, or of a List by slug
	ControlTerm     Control = "term"   // one of a List by id
	ControlTerms    Control = "terms"  // several of a List by id
	ControlFeatures Control = "features"
	ControlPerson   Control = "person" // one of a List by id
	ControlEntity   Control = "entity" // one of a List by id
	ControlDate     Control = "date"   // YYYY-MM-DD
	ControlAddress  Control = "web-address"
	ControlDocument Control = "document" // a file of the site, or a web address
	ControlFilm     Control = "film"     // a film of the site, or the web address of one
	ControlPosition Control = "position"
	ControlImages   Control = "images"
	ControlUnits    Control = "units"
	ControlPhases   Control = "phases"
	ControlLocks    Control = "locks"
	ControlEmbeds   Control = "embeds" // codes of other sites; only in the plugin
)

// Controls are the controls of the studio.
var Controls = []Control{
	ControlText, ControlArea, ControlMarkup, ControlNumber, ControlDecimal, ControlMoney, ControlFlag, ControlChoice, ControlChecks,
	ControlTerm, ControlTerms, ControlFeatures, ControlPerson, ControlEntity, ControlDate, ControlAddress, ControlDocument, ControlFilm,
	ControlPosition, ControlImages, ControlUnits, ControlPhases, ControlLocks,
}

// Required is when a field must have a value.
type Required string

// OnPublish is the time from which on visitors see the document.
const OnPublish Required = "publish"

// FormOption is one value of a choice.
type FormOption struct {
	Value string `json:"value"`
	Label Words  `json:"label"`
}

// FormCondition holds where a field has one of the values. A value of a field with a List is the slug of an option.
type FormCondition struct {
	Path string   `json:"path"`
	In   []string `json:"in"`
}

// Forms are the forms of all types that have one.
var Forms = []*Form{&PropertyForm, &DevelopmentForm}

// Fields are the fields of all tabs.
func (f *Form) Fields() (fields []FormField) {
	for _, tab := range f.Tabs {
		fields = append(fields, tab.Fields...)
	}
	return fields
}

// Field is the field of a path, nil where the form has none. A path that leads into the value of a field is that field's:
// "title.en", "location.lat".
func (f *Form) Field(path string) *FormField {
	for i := range f.Tabs {
		for j := range f.Tabs[i].Fields {
			field := &f.Tabs[i].Fields[j]
			if field.Path == path {
				return field
			}
		}
	}
	if i := strings.LastIndexByte(path, '.'); i >= 0 {
		return f.Field(path[:i])
	}
	return nil
}

// LockableFields are the fields of a property that an editor can lock against imports, by their names in JSON: all of the form
// but those about imports themselves.
var LockableFields = lockable(&PropertyForm, "source", "locks")

func lockable(form *Form, except ...string) (names []string) {
	for _, field := range form.Fields() {
		if name := TopOf(field.Path); !slices.Contains(except, name) && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// TopOf is the first segment of a path: a field of the document.
func TopOf(path string) string {
	top, _, _ := strings.Cut(path, ".")
	return top
}

// FormExceptions are the fields of properties and developments that no form has, with the reason.
var FormExceptions = map[string]string{
	"id":                  "given once",
	"type":                "given once",
	"date":                "follows from the publication",
	"modified":            "follows from changes",
	"lang":                "a property has all languages",
	"link":                "follows from the slug",
	"alternative_links":   "follow from the slugs",
	"protected":           "a password of WordPress",
	"seo":                 "typed in a plugin of WordPress",
	"unread":              "what an import did not understand",
	"ignored":             "what an import does not read",
	"featured_image":      "the cover, chosen among the pictures",
	"price.unknown":       "what an import did not understand; a new price ends it",
	"units.price_unknown": "what an import did not understand; a new price ends it",
}
