package compose

import (
	"context"
	"regexp"
	"strings"

	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/site/view"
)

// EnquiryPath is the address of forms, ThanksPath the page after an accepted one,
// ThanksOneDiskPath after one that is on one disk only, ThanksViewingPath after a viewing; the
// language's prefix comes before them.
const (
	EnquiryPath       = "/enquiry/"
	ThanksPath        = "/enquiry/thanks/"
	ThanksOneDiskPath = "/enquiry/received/"
	ThanksViewingPath = "/enquiry/viewing/thanks/"
	// ViewingPath is the form that requests a viewing; ?ids=… names the properties.
	ViewingPath = "/enquiry/viewing/"
)

// formBuilder makes enquiry forms and contact sections.
type formBuilder struct {
	*localizer
	*converter
	settings *content.Settings
	chrome   *view.Chrome
	legal    legalLinks
	route    string // of the View
}

// form is an enquiry form; reference is that of a property or development.
func (b *formBuilder) form(kind view.EnquiryKind, reference string) *view.EnquiryForm {
	return &view.EnquiryForm{
		Action: b.path(EnquiryPath), Kind: kind, Page: b.route, Reference: reference, Privacy: b.privacyPolicy(),
	}
}

// stay are the labels of what a holiday guest is asked.
func (b *formBuilder) stay() *view.StayLabels {
	return &view.StayLabels{Arrival: b.t("letter.stay.arrival"), Nights: b.t("letter.stay.nights"), People: b.t("letter.stay.people")}
}

// privacyPolicy is the link of the privacy policy in the menus, else the default one.
func (b *formBuilder) privacyPolicy() view.Anchor {
	anchor := view.Anchor{Href: b.legal[privacyPage], Text: b.t("footer.privacy")}
	for _, name := range []string{"legal", "footer"} {
		if href := b.menuLink(b.settings.Menus[name], "privacy", b.lang); href != "" {
			anchor.Href = href
			break
		}
	}
	return anchor
}

// PrivacyPolicy is the link of the privacy policy that the forms of a language name: a link
// of the site, or the address of another one.
func (c *Composer) PrivacyPolicy(ctx context.Context, lang i18n.Lang) string {
	if !lang.IsFilled() {
		lang = i18n.Fallback
	}
	shared := c.langs[lang]
	site := shared.site.load(ctx, c.source)
	b := &formBuilder{localizer: site.text, converter: shared.convert, settings: site.settings, legal: site.legal}
	return b.privacyPolicy().Href
}

// Phone is the agency's first telephone number, "" without one.
func (c *Composer) Phone(ctx context.Context, lang i18n.Lang) string {
	if !lang.IsFilled() {
		lang = i18n.Fallback
	}
	if list := c.langs[lang].site.load(ctx, c.source).chrome.Phones; len(list) > 0 {
		return list[0].Text
	}
	return ""
}

// contactKind is the kind of the form of a contact section: a sale on the page of
// the call to sell, else a contact.
func (b *formBuilder) contactKind() view.EnquiryKind {
	if sell := b.chrome.Sell; sell != nil && isRoute(sell.Href, b.route) {
		return view.EnquirySell
	}
	return view.EnquiryContact
}

// contact is a section with the contact details of the agency.
func (b *formBuilder) contact(title string) *view.ContactSection {
	return &view.ContactSection{
		Kind: view.SectionContact, Title: title,
		Phones: b.chrome.Phones, Mails: b.chrome.Mails, Address: b.chrome.Address, Hours: b.openingHours(),
	}
}

var lineEnd = regexp.MustCompile(`\n|(?i:<br\s*/?>)`)

// openingHours are the opening hours with the agency's line breaks.
func (b *formBuilder) openingHours() string {
	var lines []string
	for _, line := range lineEnd.Split(b.settings.Hours.In(b.lang), -1) {
		if line = plain(line); line != "" {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, "\n")
}
