package edit

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/content/search"
	"estate/internal/studio/change"
)

// Bounds that are no part of the form.
const (
	firstYear    = 1000
	yearsToBuild = 10
	maxWordBytes = 120 // of a list
	maxPhase     = 200 // characters
)

var (
	countryCode = regexp.MustCompile(`^[A-Z]{2}$`)
	cadastral   = regexp.MustCompile(`^[0-9A-Z]{14,20}$`)
	slugForm    = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)
	optionWord  = regexp.MustCompile(`^[\p{L}\p{N}][\p{L}\p{N}\p{P}\p{Zs}+]*$`)
)

// fieldsAt are the fields of a form that a changed path has or is a part of; none for a path that the studio does not change.
func fieldsAt(form *content.Form, path string) (fields []content.FormField) {
	for _, field := range form.Fields() {
		if !isBelow(path, field.Path) && !isBelow(field.Path, path) {
			continue
		}
		if field.PluginOnly {
			return nil // the object around it has a part that is not the studio's
		}
		fields = append(fields, field)
	}
	return fields
}

// isField reports whether the studio changes the value at a path.
func isField(form *content.Form, path string) bool {
	return path == fieldPictures || len(fieldsAt(form, path)) > 0
}

// fields checks the values at changed paths of a document.
func (c *checker) fields(form *content.Form, doc *change.Document, paths []string) error {
	checked := map[string]bool{}
	for _, path := range paths {
		fields := fieldsAt(form, path)
		if path == fieldPictures {
			if err := with(doc.Value(path), c.cover); err != nil {
				return err
			}
			continue
		}
		if len(fields) == 0 {
			c.add(path, "unknown")
		}
		for i := range fields {
			if field := &fields[i]; !checked[field.Path] {
				checked[field.Path] = true
				if err := c.field(field, field.Path, doc.Value(field.Path)); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// ofFeed are the fields of a development that its feed writes: a development has no locks.
var ofFeed = []string{
	fieldReference, "title", "description", "price", "features", "location", "energy", "extra", "delivery", "s_offer", "s_type", "s_province",
	"s_city", "s_subarea", lockOfPictures, fieldPictures,
}

// notOfFeed refuses changes that the next run of a feed would take back.
func (c *checker) notOfFeed(before content.Entity, paths []string) {
	if d, ok := before.(*content.Development); !ok || d.ID < content.FirstFeedID {
		return
	}
	for _, path := range paths {
		if slices.Contains(ofFeed, content.TopOf(path)) {
			c.add(path, "from_feed")
		}
	}
}

// field checks the value of one field at a path.
func (c *checker) field(field *content.FormField, path string, raw json.RawMessage) error {
	switch field.Control {
	case content.ControlText, content.ControlArea, content.ControlMarkup:
		return c.written(field, path, raw)
	case content.ControlNumber, content.ControlMoney:
		return with(raw, func(n int) error { c.whole(field, path, n); return nil })
	case content.ControlDecimal:
		return with(raw, func(n float64) error { c.decimal(path, n, float64(field.Max)); return nil })
	case content.ControlFlag:
		return nil // has any value of its type
	case content.ControlChoice:
		return with(raw, func(value string) error { c.choice(field, path, value); return nil })
	case content.ControlChecks, content.ControlFeatures, content.ControlLocks:
		return with(raw, func(values []string) error { c.checks(field, path, values); return nil })
	case content.ControlTerm:
		return with(raw, func(id int) error { return c.option(path, catalogKeys[field.List], id) })
	case content.ControlTerms:
		return with(raw, func(ids []int) error { return c.option(path, catalogKeys[field.List], ids...) })
	case content.ControlPerson:
		return with(raw, func(id int) error { return c.person(path, id) })
	case content.ControlEntity:
		return with(raw, func(id int) error { return c.entity(path, content.TypeDevelopment, id) })
	case content.ControlDate:
		return with(raw, func(date string) error { c.date(path, date); return nil })
	case content.ControlAddress:
		return with(raw, func(address string) error { c.webAddress(path, address, false); return nil })
	case content.ControlDocument, content.ControlFilm:
		return with(raw, func(address string) error { return c.document(path, address) })
	case content.ControlPosition:
		return with(raw, func(p *content.GeoPoint) error { c.position(path, p); return nil })
	case content.ControlUnits:
		return c.units(field, path, raw)
	case content.ControlPhases:
		return with(raw, func(phases []i18n.Text) error { c.phases(field, path, phases); return nil })
	case content.ControlImages:
		return with(raw, func(list []content.Image) error { return c.images(path, list) })
	case content.ControlEmbeds:
	}
	c.add(path, "unknown")
	return nil
}

// with decodes a value of the document.
func with[T any](raw json.RawMessage, check func(T) error) error {
	var value T
	if err := json.Unmarshal(raw, &value); err != nil {
		return err
	}
	return check(value)
}

// written checks a text, or the text of each language.
func (c *checker) written(field *content.FormField, path string, raw json.RawMessage) error {
	kind := oneLine
	if field.Control == content.ControlArea {
		kind = severalLines
	}
	if !field.Languages {
		return with(raw, func(text string) error {
			c.text(path, text, field.Max, kind)
			c.format(path, text)
			return nil
		})
	}
	return with(raw, func(texts i18n.Text) error {
		if field.Control == content.ControlMarkup {
			c.markup(path, texts, field.Max)
		} else {
			c.texts(path, texts, field.Max, kind)
		}
		return nil
	})
}

// format checks texts that have a format of their own.
func (c *checker) format(path, text string) {
	switch path {
	case fieldReference:
		if strings.TrimSpace(text) == "" {
			c.add(path, "missing")
		}
	case fieldSlug:
		if !slugForm.MatchString(text) {
			c.add(path, "slug")
		}
	case "country":
		if text != "" && !countryCode.MatchString(text) {
			c.add(path, "choice")
		}
	case "cadastral_reference":
		if text != "" && !cadastral.MatchString(text) {
			c.add(path, "cadastral")
		}
	}
}

func (c *checker) markup(path string, texts i18n.Text, limit int) {
	for lang, text := range texts {
		at := path + "." + string(lang)
		switch {
		case !slices.Contains(i18n.Declared, lang):
			c.add(at, "unknown")
		case len(text) > limit:
			c.add(at, "too_long", "limit", limit)
		}
	}
}

func (c *checker) whole(field *content.FormField, path string, n int) {
	if field.Path == "built_year" {
		c.number(path, n, firstYear, c.service.cfg.Now().Year()+yearsToBuild)
		return
	}
	c.number(path, n, 1, field.Max)
}

func (c *checker) choice(field *content.FormField, path, value string) {
	isOption := func(option content.FormOption) bool { return option.Value == value }
	if value != "" && !slices.ContainsFunc(field.Options, isOption) || value == "" && path == fieldStatus {
		c.add(path, "choice")
	}
}

// checks checks words: of the options, lockable fields, or words of an option list and of the agency's own.
func (c *checker) checks(field *content.FormField, path string, values []string) {
	limit := field.Max
	switch {
	case field.Control == content.ControlLocks:
		limit = len(content.LockableFields)
	case len(field.Options) > 0:
		limit = len(field.Options)
	}
	c.list(path, len(values), limit)
	for _, value := range values {
		switch {
		case field.Control == content.ControlLocks:
			oneOf(c, path, value, content.LockableFields)
		case len(field.Options) > 0:
			c.choice(field, path, value)
		case len(value) > maxWordBytes || !optionWord.MatchString(value) || strings.ContainsAny(value, "<>"):
			c.add(path, "choice")
			return
		}
	}
}

// catalogKeys are the keys of the catalogue by the option lists of forms.
var catalogKeys = map[string]string{
	content.ListOffers: search.KeyOffer, content.ListTypes: search.KeyType, content.ListCategories: search.KeyCategory,
	content.ListDevelopmentCategories: search.KeyCategories, content.ListCollections: search.KeyOptions,
	content.ListProvinces: search.KeyLocation, content.ListCities: search.KeyLocation, content.ListSubareas: search.KeyLocation,
}

func (c *checker) person(path string, id int) error {
	if id == 0 {
		return nil
	}
	_, err := c.service.store.Author(c.ctx, i18n.Fallback, id)
	if content.IsNotFound(err) {
		c.add(path, "choice")
		return nil
	}
	return err
}

func (c *checker) entity(path string, t content.Type, id int) error {
	if id == 0 {
		return nil
	}
	entity, _, err := c.service.store.Stored(c.ctx, content.Ref{Type: t, ID: id})
	if err == nil && (entity == nil || content.HeadOf(entity).Status == content.StatusTrash) {
		c.add(path, "choice")
	}
	return err
}

func (c *checker) date(path, date string) {
	if date == "" {
		return
	}
	if _, err := time.Parse(time.DateOnly, date); err != nil {
		c.add(path, "date")
	}
}

func (c *checker) position(path string, p *content.GeoPoint) {
	if p != nil && (p.Lat < -90 || p.Lat > 90 || p.Lng < -180 || p.Lng > 180) {
		c.add(path, "position")
	}
}

// units checks the rows of units; the path of a problem has the number of the row, from 0.
func (c *checker) units(field *content.FormField, path string, raw json.RawMessage) error {
	return with(raw, func(rows []map[string]json.RawMessage) error {
		c.list(path, len(rows), field.Max)
		for i, row := range rows {
			for j := range field.Parts {
				part := &field.Parts[j]
				value := row[part.Path]
				if value == nil {
					value = json.RawMessage("null")
				}
				if err := c.field(part, fmt.Sprintf("%s.%d.%s", path, i, part.Path), value); err != nil {
					return err
				}
			}
		}
		return nil
	})
}

func (c *checker) phases(field *content.FormField, path string, phases []i18n.Text) {
	c.list(path, len(phases), field.Max)
	for i, phase := range phases {
		c.texts(fmt.Sprintf("%s.%d", path, i), phase, maxPhase, oneLine)
	}
}
