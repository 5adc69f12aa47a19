package compose

import (
	"context"

	"estate/internal/site/resolve"
	"estate/internal/site/seo"
	"estate/internal/site/view"
)

// enquiry is the page of the enquiry form.
func (s *screen) enquiry() {
	s.setEnquiryScreen("title", "text")
	section := s.forms.contact(s.t("letter.screen.title"))
	section.Form = s.forms.form(view.EnquiryContact, "")
	s.add(section)
}

// summaries makes what the answer to an enquiry names.
func (s *screen) summaries() *summaryBuilder {
	return &summaryBuilder{localizer: s.localizer, lookups: s.lookups, cards: s.cards}
}

// thanks is the page after a form that was sent without JavaScript. Its query names homes and times.
func (s *screen) thanks(ctx context.Context) {
	text := "thanksText"
	switch s.result.Target.Link.Path {
	case ThanksOneDiskPath:
		text = "oneDisk"
	case ThanksViewingPath:
		text = "thanksViewing"
	}
	s.setEnquiryScreen("thanks", text)
	ids := resolve.IDs(s.result.Link.Query["ids"])
	section := s.forms.contact(s.t("letter.screen.next"))
	section.Text = s.t("letter.screen.nextText")
	section.Summary = s.summaries().summary(ctx, ids[:min(len(ids), maxSummaryHomes)], parseWishes(s.result.Link.Query[KeyWishes]))
	s.add(section)
}

// invalidForm is the page of a form that was not accepted.
func (s *screen) invalidForm(ctx context.Context, status int, sent view.EnquiryForm) {
	s.setEnquiryScreen("wrong", "text")
	s.view.Status = status
	s.view.Header.Subtitle = sent.Failure
	form := s.forms.form(sent.Kind, sent.Reference)
	form.IDs = sent.IDs
	if v := sent.Values; v != nil && v.Arrival+v.Nights+v.People != "" {
		form.Stay = s.forms.stay()
	}
	if sent.Kind == view.EnquiryViewing {
		s.setViewing(ctx, form)
	}
	form.Page, form.Values, form.Errors, form.Failure = sent.Page, sent.Values, sent.Errors, sent.Failure
	section := s.forms.contact(s.t("letter.screen.title"))
	section.Form = form
	s.add(section)
}

// setEnquiryScreen sets header and head; title and text are keys below letter.screen.
func (s *screen) setEnquiryScreen(title, text string) {
	name := s.t("letter.screen." + title)
	s.view.Screen = view.ScreenPage
	s.setHeader(view.HeaderSimple, name, s.t("letter.screen."+text))
	s.setBreadcrumbs(view.Breadcrumb{Text: name})
	s.setPageTitle(name)
	s.head.Description = s.t("letter.screen.description")
	s.head.setSamePath()
	s.head.setCanonical()
	s.head.Robots = seo.RobotsFollow
}
