package compose

import (
	"context"

	"estate/internal/content/sanitize"
	"estate/internal/content/search"
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

// thanks is the page after a form that was sent without JavaScript.
func (s *screen) thanks() {
	text := "thanksText"
	switch s.result.Target.Link.Path {
	case ThanksOneDiskPath:
		text = "oneDisk"
	case ThanksViewingPath:
		text = "thanksViewing"
	}
	s.setEnquiryScreen("thanks", text)
	s.add(
		&view.IntroSection{
			Kind: view.SectionIntro, Title: s.t("letter.screen.next"),
			HTML: sanitize.Escape(s.t("letter.screen.nextText")).InParagraph(),
		},
		s.forms.contact(s.t("letter.screen.reach")),
		&view.LinkSection{
			Kind: view.SectionLink, Title: s.t("results.browse"),
			Links: []view.Anchor{{Href: s.resultsPath(search.KindProperties), Text: s.t("letter.screen.browse")}},
		},
	)
}

// invalidForm is the page of a form that was not accepted.
func (s *screen) invalidForm(ctx context.Context, status int, sent view.EnquiryForm) {
	s.setEnquiryScreen("wrong", "text")
	s.view.Status = status
	s.view.Header.Subtitle = sent.Failure
	form := s.forms.form(sent.Kind, sent.Reference)
	if sent.Kind == view.EnquiryViewing {
		form.Viewing = s.viewingForm(ctx)
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
