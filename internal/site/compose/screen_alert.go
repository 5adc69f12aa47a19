package compose

import (
	"context"
	"net/url"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/content/link"
	"estate/internal/content/sanitize"
	"estate/internal/content/search"
	"estate/internal/site/resolve"
	"estate/internal/site/view"
)

// AlertPath is the form that saves a search; the query is that of the results. The pages after it
// are below it.
const (
	AlertPath          = "/enquiry/alert/"
	AlertSentPath      = AlertPath + "sent/"
	AlertConfirmPath   = AlertPath + "confirm/"
	AlertConfirmedPath = AlertPath + "confirmed/"
	AlertExpiredPath   = AlertPath + "expired/"
	AlertEndPath       = AlertPath + "end/"
	AlertEndedPath     = AlertPath + "ended/"
	// AlertPropertyPath leads from a mail to a property.
	AlertPropertyPath = AlertPath + "property/"
)

// KeyToken is the query key of the secret of a saved search.
const KeyToken = "t"

// Ways to be told of homes.
const (
	AlertNow   = "now"
	AlertDaily = "daily"
)

// alert is the form that saves a search, or a page after it.
func (s *screen) alert(ctx context.Context) {
	if !s.cfg.Alerts {
		s.result.Failure = content.NoHandler(s.view.Link)
		s.view.Status = s.result.Failure.Status
		s.failure(ctx)
		return
	}
	t := func(key string) string { return s.t("alert." + key) }
	switch s.result.Target.Link.Path {
	case AlertSentPath:
		s.alertPage(t("sent"), t("sentText"), t("sentNote"))
	case AlertConfirmedPath:
		s.alertPage(t("confirmed"), t("confirmedText"), "")
	case AlertExpiredPath:
		s.alertPage(t("expired"), t("expiredText"), "")
	case AlertEndedPath:
		s.alertPage(t("ended"), t("endedText"), "")
	case AlertConfirmPath:
		s.alertStep(t("confirm"), t("confirmText"), t("confirmButton"))
	case AlertEndPath:
		s.alertStep(t("end"), t("endText"), t("endButton"))
	default:
		s.alertForm(AlertValues{})
	}
}

// setAlertScreen sets header and head.
func (s *screen) setAlertScreen(title, text string) {
	s.setEnquiryScreen("title", "text")
	s.setHeader(view.HeaderSimple, title, text)
	s.setBreadcrumbs(view.Breadcrumb{Text: title})
	s.setPageTitle(title)
	s.head.Description = s.t("alert.description")
}

// alertPage is a page without a form.
func (s *screen) alertPage(title, text, note string) {
	s.setAlertScreen(title, text)
	if note != "" {
		s.add(&view.IntroSection{Kind: view.SectionIntro, Title: s.t("alert.title"), HTML: sanitize.Escape(note).InParagraph()})
	}
	s.add(
		&view.LinkSection{
			Kind: view.SectionLink, Title: s.t("results.browse"),
			Links: []view.Anchor{{Href: s.resultsPath(search.KindProperties), Text: s.t("alert.browse")}},
		},
		s.forms.contact(s.t("letter.screen.reach")),
	)
}

// alertStep is a page with a button, which sends its own link by POST: a program that opens the
// links of mails changes nothing.
func (s *screen) alertStep(title, text, button string) {
	s.setAlertScreen(title, s.t("alert.text"))
	section := s.forms.contact(s.t("alert.search"))
	section.Alert = &view.AlertForm{Action: s.result.Link.String(), Name: title, Lead: text, Button: button}
	s.add(section)
}

// AlertValues are what a visitor sent, and the error of the address.
type AlertValues struct {
	Mail, Error string
	Daily       bool
}

// alertForm is the form that saves the search of the link.
func (s *screen) alertForm(sent AlertValues) {
	s.setAlertScreen(s.t("alert.title"), s.t("alert.text"))
	f := SavedFilter(s.result.Filter)
	form := &view.AlertForm{
		Action: s.path(AlertPath), Name: s.t("alert.title"),
		WordsLabel: s.t("alert.search"), Words: s.search.words(f), Button: s.t("alert.send"), Note: s.t("alert.note"),
		Fields: &view.AlertFields{
			Kind: string(kindOf(f)), Search: QueryText(f), Mail: s.t("alert.mail"), Value: sent.Mail, Error: sent.Error,
			Often: s.t("alert.often"), Daily: sent.Daily, Trap: s.t("alert.trap"),
			Ways: []view.ViewingChoice{{Value: AlertNow, Text: s.t("alert.now")}, {Value: AlertDaily, Text: s.t("alert.daily")}},
		},
		Links: []view.Anchor{
			s.forms.privacyPolicy(),
			{Href: link.Stringify(link.Parts{Route: s.resultsPath(kindOf(f)) + "feed/", Query: f.Query()}), Text: s.t("alert.feed")},
		},
	}
	section := s.forms.contact(s.t("alert.save"))
	section.Text = s.t("alert.lead")
	section.Alert = form
	s.add(section)
}

// SavedFilter is a filter as it is saved: without order, page and map. The window of a map becomes
// an area.
func SavedFilter(f search.Filter) search.Filter {
	if box, limited := f.Map.Limit(); limited && len(f.Area) == 0 {
		f.Area = []search.Ring{{
			{Lat: box.South, Lng: box.West}, {Lat: box.South, Lng: box.East}, {Lat: box.North, Lng: box.East}, {Lat: box.North, Lng: box.West},
		}}
	}
	f.Map, f.Sort, f.Page, f.PerPage, f.IncludeSold = search.MapView{}, "", 0, 0, false
	return f
}

// QueryText is the query of a filter as in the link of its results, without the question mark.
func QueryText(f search.Filter) string {
	_, query, _ := strings.Cut(link.Stringify(link.Parts{Query: f.Query()}), "?")
	return query
}

// words are the values of a filter in words.
func (b *searchBuilder) words(f search.Filter) []string {
	var words []string
	for _, part := range b.parts(f) {
		words = append(words, part.text)
	}
	if len(words) > 0 {
		return words
	}
	if kindOf(f) == search.KindDevelopments {
		return []string{b.t("alert.everyDevelopment")}
	}
	return []string{b.t("alert.everything")}
}

// alertLink is the link of the form that saves a filter.
func (b *searchBuilder) alertLink(f search.Filter) string {
	query := SavedFilter(f).Query()
	if kindOf(f) == search.KindDevelopments {
		query[resolve.KeyKind] = string(search.KindDevelopments)
	}
	return link.Stringify(link.Parts{Route: b.path(AlertPath), Query: query})
}

// SavedSearch describes a saved search in a language.
type SavedSearch struct {
	Filter search.Filter
	// Known is false when the search names what no longer exists.
	Known bool
	Link  string // of its results

	parts []filterPart
	t     func(key string) string  // of the dictionary
	mail  func(text string) string // as mails quote it
}

// Words are the search in words, for a mail. A mail to somebody who has not confirmed the address has words of the
// content and the dictionary only; afterwards words of its own are quoted unless they could be a link, an address or a
// telephone number: whoever saved the search may have typed the address of somebody else.
func (s SavedSearch) Words(confirmed bool) []string {
	var words []string
	for _, part := range s.parts {
		word := s.mail(part.text)
		if part.own != "" && (!confirmed || !isHarmless(part.own)) {
			word = s.t("alert.own")
		}
		if !slices.Contains(words, word) {
			words = append(words, word)
		}
	}
	switch {
	case len(words) > 0:
		return words
	case s.Filter.Kind == search.KindDevelopments:
		return []string{s.t("alert.everyDevelopment")}
	}
	return []string{s.t("alert.everything")}
}

// Limits of words that a mail quotes.
const (
	maxQuotedLength = 60 // characters
	maxQuotedDigits = 5  // a reference has four
)

// isHarmless reports whether a text is a few words: letters, some digits, spaces, hyphens and apostrophes. A full stop
// or a slash may make a link of it, an at sign an address.
func isHarmless(text string) bool {
	digits := 0
	for _, r := range text {
		switch {
		case unicode.IsDigit(r):
			digits++
		case !unicode.IsLetter(r) && !strings.ContainsRune(" -'’:“”«»\"", r):
			return false
		}
	}
	return digits <= maxQuotedDigits && utf8.RuneCountInString(text) <= maxQuotedLength
}

// SavedSearch reads a query of results, as QueryText writes it.
func (c *Composer) SavedSearch(ctx context.Context, lang i18n.Lang, kind search.Kind, query string) (SavedSearch, error) {
	if kind != search.KindDevelopments {
		kind = search.KindProperties
	}
	s, err := c.screenOf(ctx, lang, "/"+string(kind)+"/?"+query)
	if err != nil {
		return SavedSearch{}, err
	}
	f, hints := search.Parse(s.result.Link.Query, kind, s.catalog)
	f = SavedFilter(f)
	return SavedSearch{
		Filter: f, Known: len(hints) == 0, Link: s.searchLink(f),
		parts: s.search.parts(f), t: func(key string) string { return s.t(key) }, mail: c.Text,
	}, ctx.Err()
}

// Digests describes properties or developments by their ids, in this order. Unknown ones, and
// those that are not on the market, are left out.
func (c *Composer) Digests(ctx context.Context, lang i18n.Lang, kind search.Kind, ids []int) ([]Digest, error) {
	s, err := c.screenOf(ctx, lang, "/"+string(kind)+"/")
	if err != nil {
		return nil, err
	}
	filter := search.Filter{Kind: kind, IDs: ids, PerPage: max(len(ids), 1)}
	if kind == search.KindDevelopments {
		list, err := c.source.Developments(ctx, s.lang, filter)
		if err != nil {
			return nil, err
		}
		items := slices.DeleteFunc(slices.Clone(list.Items), func(d *content.Development) bool { return !developmentCanBeViewed(d) })
		return c.digests(s.cards, nil, items), nil
	}
	list, err := c.source.Properties(ctx, s.lang, filter)
	if err != nil {
		return nil, err
	}
	items := slices.DeleteFunc(slices.Clone(list.Items), func(p *content.Property) bool { return !canBeViewed(p) })
	return c.digests(s.cards, items, nil), nil
}

// screenOf returns the builders of a link without content of its own.
func (c *Composer) screenOf(ctx context.Context, lang i18n.Lang, path string) (*screen, error) {
	if !lang.IsFilled() {
		lang = i18n.Fallback
	}
	at, err := link.Parse(lang.Prefix() + path)
	if err != nil {
		return nil, err
	}
	return c.newScreen(ctx, &resolve.Result{Link: at}), nil
}

// TokenQuery is the query of a link of a saved search.
func TokenQuery(token string) string { return "?" + KeyToken + "=" + url.QueryEscape(token) }
