package edit

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/store"
	"estate/internal/store/record"
	"estate/internal/studio/account"
	"estate/internal/studio/change"
)

// Agency is what the studio edits of the settings, in all languages at once. The store keeps a record a language: a value
// that languages share stands in each of them.
type Agency struct {
	SiteTitle       string               `json:"site_title"`
	Tagline         i18n.Text            `json:"tagline,omitempty"`
	Phone1          string               `json:"phone_1,omitempty"`
	Phone2          string               `json:"phone_2,omitempty"`
	Mail1           string               `json:"mail_1,omitempty"`
	Mail2           string               `json:"mail_2,omitempty"`
	Address         i18n.Text            `json:"address,omitempty"` // of the record of each language
	Hours           i18n.Text            `json:"hours,omitempty"`
	Company         string               `json:"company,omitempty"`
	LegalNote       i18n.Text            `json:"legal_note,omitempty"`
	Agents          int                  `json:"agents,omitempty"`
	Years           int                  `json:"years,omitempty"`
	LogoLight       string               `json:"logo_light,omitempty"`
	LogoLightMobile string               `json:"logo_light_mobile,omitempty"`
	LogoDarkMobile  string               `json:"logo_dark_mobile,omitempty"`
	Social          []content.SocialLink `json:"social,omitempty"`
}

// agencyOf joins the settings of all languages. Shared values are those of the fallback language. A language without a record
// has its texts in that one.
func agencyOf(settings map[i18n.Lang]*content.Settings) *Agency {
	shared := settings[i18n.Fallback]
	if shared == nil {
		shared = &content.Settings{}
	}
	a := &Agency{
		SiteTitle: shared.SiteTitle, Company: shared.Company,
		Phone1: shared.Phone1, Phone2: shared.Phone2, Mail1: shared.Mail1, Mail2: shared.Mail2,
		Agents: shared.Agents, Years: shared.Years, Social: shared.Social,
		LogoLight: shared.LogoLight, LogoLightMobile: shared.LogoLightMobile, LogoDarkMobile: shared.LogoDarkMobile,
	}
	for _, lang := range i18n.Filled {
		s := settings[lang]
		if s == nil {
			s = &content.Settings{Tagline: shared.Tagline, Hours: shared.Hours, LegalNote: shared.LegalNote}
		}
		for _, text := range []struct {
			all   *i18n.Text
			value string
		}{{&a.Tagline, s.Tagline[lang]}, {&a.Hours, s.Hours[lang]}, {&a.LegalNote, s.LegalNote[lang]}, {&a.Address, s.Address}} {
			if text.value == "" {
				continue
			}
			if *text.all == nil {
				*text.all = i18n.Text{}
			}
			(*text.all)[lang] = text.value
		}
	}
	return a
}

// agencyField is how a field of the agency is checked, and written into the settings of a language.
type agencyField struct {
	check func(c *checker, path string, a *Agency)
	write func(s *content.Settings, a *Agency, lang i18n.Lang)
}

// Bounds of texts of the agency, in characters.
const (
	maxAgencyName = 120
	maxAgencyLine = 200
)

// agencyFields are the fields by their names in JSON.
var agencyFields = map[string]agencyField{
	"site_title": {
		func(c *checker, path string, a *Agency) {
			if a.SiteTitle == "" {
				c.add(path, "missing")
			}
			c.text(path, a.SiteTitle, maxAgencyName, oneLine)
		},
		func(s *content.Settings, a *Agency, _ i18n.Lang) { s.SiteTitle = a.SiteTitle },
	},
	"tagline": {
		func(c *checker, path string, a *Agency) { c.filledTexts(path, a.Tagline, maxAgencyLine, oneLine) },
		func(s *content.Settings, a *Agency, _ i18n.Lang) { s.Tagline = merged(s.Tagline, a.Tagline) },
	},
	"phone_1": {
		func(c *checker, path string, a *Agency) { c.phone(path, a.Phone1) },
		func(s *content.Settings, a *Agency, _ i18n.Lang) { s.Phone1 = a.Phone1 },
	},
	"phone_2": {
		func(c *checker, path string, a *Agency) { c.phone(path, a.Phone2) },
		func(s *content.Settings, a *Agency, _ i18n.Lang) { s.Phone2 = a.Phone2 },
	},
	"mail_1": {
		func(c *checker, path string, a *Agency) { c.mail(path, a.Mail1) },
		func(s *content.Settings, a *Agency, _ i18n.Lang) { s.Mail1 = a.Mail1 },
	},
	"mail_2": {
		func(c *checker, path string, a *Agency) { c.mail(path, a.Mail2) },
		func(s *content.Settings, a *Agency, _ i18n.Lang) { s.Mail2 = a.Mail2 },
	},
	"address": {
		func(c *checker, path string, a *Agency) { c.filledTexts(path, a.Address, maxAddress, severalLines) },
		func(s *content.Settings, a *Agency, lang i18n.Lang) { s.Address = a.Address[lang] },
	},
	"hours": {
		func(c *checker, path string, a *Agency) { c.filledTexts(path, a.Hours, maxAddress, severalLines) },
		func(s *content.Settings, a *Agency, _ i18n.Lang) { s.Hours = merged(s.Hours, a.Hours) },
	},
	"company": {
		func(c *checker, path string, a *Agency) { c.text(path, a.Company, maxAgencyLine, oneLine) },
		func(s *content.Settings, a *Agency, _ i18n.Lang) { s.Company = a.Company },
	},
	"legal_note": {
		func(c *checker, path string, a *Agency) { c.filledTexts(path, a.LegalNote, maxLegal, severalLines) },
		func(s *content.Settings, a *Agency, _ i18n.Lang) { s.LegalNote = merged(s.LegalNote, a.LegalNote) },
	},
	"agents": {
		func(c *checker, path string, a *Agency) { c.number(path, a.Agents, 1, maxAgents) },
		func(s *content.Settings, a *Agency, _ i18n.Lang) { s.Agents = a.Agents },
	},
	"years": {
		func(c *checker, path string, a *Agency) { c.number(path, a.Years, 1, maxYears) },
		func(s *content.Settings, a *Agency, _ i18n.Lang) { s.Years = a.Years },
	},
	"logo_light": {
		func(c *checker, path string, a *Agency) { c.webAddress(path, a.LogoLight, true) },
		func(s *content.Settings, a *Agency, _ i18n.Lang) { s.LogoLight = a.LogoLight },
	},
	"logo_light_mobile": {
		func(c *checker, path string, a *Agency) { c.webAddress(path, a.LogoLightMobile, true) },
		func(s *content.Settings, a *Agency, _ i18n.Lang) { s.LogoLightMobile = a.LogoLightMobile },
	},
	"logo_dark_mobile": {
		func(c *checker, path string, a *Agency) { c.webAddress(path, a.LogoDarkMobile, true) },
		func(s *content.Settings, a *Agency, _ i18n.Lang) { s.LogoDarkMobile = a.LogoDarkMobile },
	},
	"social": {
		func(c *checker, path string, a *Agency) {
			c.list(path, len(a.Social), maxSocial)
			for _, link := range a.Social {
				if link.Name == "" || link.URL == "" {
					c.add(path, "missing")
				}
				c.text(path, link.Name, maxAgencyName, oneLine)
				c.webAddress(path, link.URL, false)
			}
		},
		func(s *content.Settings, a *Agency, _ i18n.Lang) { s.Social = a.Social },
	},
}

// writeTo writes the changed fields into the settings of a language.
func (a *Agency) writeTo(s *content.Settings, lang i18n.Lang, fields map[string]bool) {
	for field := range fields {
		agencyFields[field].write(s, a, lang)
	}
}

// merged is a text with the filled languages of another one.
func merged(old, text i18n.Text) i18n.Text {
	all := i18n.Text{}
	for lang, value := range old {
		if !lang.IsFilled() {
			all[lang] = value
		}
	}
	for lang, value := range text {
		if value != "" {
			all[lang] = value
		}
	}
	if len(all) == 0 {
		return nil
	}
	return all
}

// settingsRecord is the record of a language before and after a change of the agency.
type settingsRecord struct {
	Lang   i18n.Lang     `json:"lang"`
	Before string        `json:"before"`
	After  store.Version `json:"after"`
}

// agencyTarget is the agency as the target of a call.
type agencyTarget struct {
	docs     map[i18n.Lang]string
	settings map[i18n.Lang]*content.Settings
	before   *Agency
	after    *Agency
	fields   map[string]bool // changed ones
}

func loadAgency(b *store.Batch) (*agencyTarget, error) {
	t := &agencyTarget{docs: map[i18n.Lang]string{}, settings: map[i18n.Lang]*content.Settings{}, fields: map[string]bool{}}
	for _, lang := range i18n.Filled {
		doc, err := b.Document(store.SettingsRef(lang))
		if err != nil {
			return nil, err
		}
		if doc == "" {
			continue
		}
		settings := &content.Settings{}
		if err := json.Unmarshal([]byte(doc), settings); err != nil {
			return nil, fmt.Errorf("settings of %s: %w", lang, err)
		}
		t.docs[lang], t.settings[lang] = doc, settings
	}
	t.before = agencyOf(t.settings)
	return t, nil
}

func (t *agencyTarget) document() (string, error) { return record.EncodeJSON(t.before) }

func (t *agencyTarget) name() string { return t.before.SiteTitle }

func (t *agencyTarget) writable(user *account.User, _ string) bool {
	return user.Role.AtLeast(account.RoleOwner)
}

func (t *agencyTarget) versions() content.Ref { return store.SettingsRef(i18n.Fallback) }

func (t *agencyTarget) canonical(doc []byte) (string, error) {
	a := &Agency{}
	if err := json.Unmarshal(doc, a); err != nil {
		return "", err
	}
	return record.EncodeJSON(a)
}

func (t *agencyTarget) follow(*change.Document, *detail, *detail, time.Time) error { return nil }

func (t *agencyTarget) guards(*account.User) []FieldProblem { return nil }

// Bounds of the fields of the agency.
const (
	maxSocial  = 12
	maxAgents  = 10_000
	maxYears   = 500
	maxAddress = 400 // characters
	maxLegal   = 1_000
)

func (t *agencyTarget) check(c *checker, doc string, paths []string) error {
	t.after = &Agency{}
	if err := json.Unmarshal([]byte(doc), t.after); err != nil {
		return err
	}
	for _, path := range paths {
		t.fields[content.TopOf(path)] = true
	}
	for field := range t.fields {
		agencyFields[field].check(c, field, t.after) // arrived has refused other fields
	}
	return nil
}

func (t *agencyTarget) put(b *store.Batch, what, undone *detail) (string, error) {
	for _, lang := range i18n.Filled {
		if t.settings[lang] == nil {
			settings := content.Settings{}
			if lang != i18n.Fallback {
				if t.after.Address[lang] == "" {
					continue // the site shows the record of the fallback language
				}
				settings = *t.settings[i18n.Fallback]
			}
			t.settings[lang] = &settings
		}
		t.after.writeTo(t.settings[lang], lang, t.fields)
		if undone != nil {
			if err := t.restore(lang, undone); err != nil {
				return "", err
			}
		}
		if err := b.PutSettings(lang, t.settings[lang]); err != nil {
			return "", err
		}
		after, err := record.EncodeJSON(t.settings[lang])
		if err != nil {
			return "", err
		}
		what.Records = append(what.Records, settingsRecord{lang, t.docs[lang], store.VersionOfDocument(after)})
	}
	doc, err := record.EncodeJSON(t.after)
	return string(store.VersionOfDocument(doc)), err
}

// restore brings the record of a language back as it was before a change, if nothing else has changed it since: languages
// may have had different values for what they share.
func (t *agencyTarget) restore(lang i18n.Lang, undone *detail) error {
	for _, r := range undone.Records {
		if r.Lang != lang || r.Before == "" || r.After != store.VersionOfDocument(t.docs[lang]) {
			continue
		}
		restored := &content.Settings{}
		if err := json.Unmarshal([]byte(r.Before), restored); err != nil {
			return fmt.Errorf("settings of %s: %w", lang, err)
		}
		t.settings[lang] = restored
	}
	return nil
}

// agency is the stored agency.
func (s *Service) agency(ctx context.Context) (*Agency, error) {
	settings := map[i18n.Lang]*content.Settings{}
	for _, lang := range i18n.Filled {
		one, err := s.store.Settings(ctx, lang)
		if err != nil {
			return nil, err
		}
		if lang == i18n.Fallback || one != settings[i18n.Fallback] { // else the language has no record
			settings[lang] = one
		}
	}
	return agencyOf(settings), nil
}
