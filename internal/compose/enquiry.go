package compose

import (
	"context"

	"estate/internal/resolve"
	"estate/internal/sanitize"
	"estate/internal/search"
	"estate/internal/seo"
	"estate/internal/view"
)

// EnquiryPath is where forms are sent, ThanksPath where the visitor goes then;
// the language's prefix before both.
const (
	EnquiryPath = "/enquiry/"
	ThanksPath  = "/enquiry/thanks/"
)

// form is the enquiry form of a page.
func (d *draft) form(kind view.EnquiryKind, reference string) *view.EnquiryForm {
	return &view.EnquiryForm{
		Action: d.path(EnquiryPath), Kind: kind, Page: d.result.Link.Route, Reference: reference, Privacy: d.privacy(),
	}
}

// privacy leads to the policy that the menus name, else to the usual place.
func (d *draft) privacy() view.Anchor {
	anchor := view.Anchor{Href: d.path("/privacy-policy/"), Text: d.t("footer.privacy")}
	for _, name := range []string{"legal", "footer"} {
		if href := d.menuLink(d.site.settings.Menus[name], "privacy", d.lang); href != "" {
			anchor.Href = href
			break
		}
	}
	return anchor
}

// contactKind is what the form of a contact section asks about: on the page that
// the call to sell leads to, it is a sale.
func (d *draft) contactKind() view.EnquiryKind {
	if sell := d.site.chrome.Sell; sell != nil && leadsTo(sell.Href, d.result.Link.Route) {
		return view.EnquirySell
	}
	return view.EnquiryContact
}

// enquiry is the form on a page of its own.
func (d *draft) enquiry() {
	d.enquiryScreen("title", "text")
	section := d.reach(d.t("letter.screen.title"))
	section.Form = d.form(view.EnquiryContact, "")
	d.add(section)
}

// thanks is where a visitor without script goes once the enquiry is stored.
func (d *draft) thanks() {
	d.enquiryScreen("thanks", "thanksText")
	d.add(
		&view.IntroSection{
			Kind: view.SectionIntro, Title: d.t("letter.screen.next"),
			HTML: sanitize.Escape(d.t("letter.screen.nextText")).InParagraph(),
		},
		d.reach(d.t("letter.screen.reach")),
		&view.LinkSection{
			Kind: view.SectionLink, Title: d.t("results.browse"),
			Links: []view.Anchor{{Href: d.resultsPath(search.KindProperties), Text: d.t("letter.screen.browse")}},
		},
	)
}

func (d *draft) enquiryScreen(title, text string) {
	d.view.Screen = view.ScreenPage
	d.headline(view.HeaderSimple, d.t("letter.screen."+title), d.t("letter.screen."+text))
	d.crumbs(view.Breadcrumb{Text: d.t("letter.screen." + title)})
	d.about.Title = d.t("seo.title.content", "title", d.t("letter.screen."+title), "site", d.site.title)
	d.about.Description = d.t("letter.screen.description")
	d.sameEverywhere()
	d.canonical()
	d.about.Robots = seo.RobotsFollow
}

// reach tells how else to get hold of the agency.
func (d *draft) reach(title string) *view.ContactSection {
	return &view.ContactSection{
		Kind: view.SectionContact, Title: title,
		Phones: d.site.chrome.Phones, Mails: d.site.chrome.Mails, Address: d.site.chrome.Address,
		Hours: d.hours(),
	}
}

// Refused makes the view of a form that could not be taken: with what the visitor
// typed, and what is wrong with it. result is that of EnquiryPath. The view belongs
// to one visitor, so no cache may keep it.
func (c *Composer) Refused(ctx context.Context, result *resolve.Result, status int, form view.EnquiryForm) (*view.View, error) {
	d := c.draft(ctx, result)
	d.enquiryScreen("wrong", "text")
	d.view.Status = status
	d.view.Header.Subtitle = form.Failure
	own := d.form(form.Kind, form.Reference)
	own.Page, own.Values, own.Errors, own.Failure = form.Page, form.Values, form.Errors, form.Failure
	section := d.reach(d.t("letter.screen.title"))
	section.Form = own
	d.add(section)
	d.finish()
	return d.view, ctx.Err()
}
