package server

import (
	"context"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"estate/internal/agency/leads/alerts"
	"estate/internal/content/i18n"
	"estate/internal/content/link"
	"estate/internal/content/search"
	"estate/internal/platform/clientaddr"
	"estate/internal/site/compose"
	"estate/internal/site/limits"
	"estate/internal/site/resolve"
	"estate/internal/site/view"
)

// Alerts keeps saved searches; alerts.Service does.
type Alerts interface {
	// Subscribe has the same result whether the address is known or not.
	Subscribe(ctx context.Context, r alerts.Request) (alerts.Problem, error)
	Find(ctx context.Context, token string) (alerts.Alert, bool, error)
	// Confirm returns false for a token that is unknown or has expired.
	Confirm(ctx context.Context, token string) (bool, error)
	Visit(ctx context.Context, token string) error
	// End erases the search; an unknown one is no error.
	End(ctx context.Context, token string) error
}

// alertRoutes are the addresses of saved searches that are more than a page.
func (s *Server) alertRoutes() []httpRoute {
	post, read := []string{http.MethodPost}, []string{http.MethodGet, http.MethodHead}
	disabled := s.parts.Alerts == nil
	page := s.handler(s.serveAlertStep)
	return []httpRoute{
		{pattern: "{lang}" + compose.AlertPath + "{$}", methods: post, handler: s.handler(s.saveSearch), disabled: disabled},
		{pattern: "{lang}" + compose.AlertConfirmPath + "{$}", methods: post, handler: s.handler(s.confirmSearch), disabled: disabled},
		{pattern: "{lang}" + compose.AlertConfirmPath + "{$}", methods: read, handler: page, disabled: disabled},
		{pattern: "{lang}" + compose.AlertEndPath + "{$}", methods: post, handler: s.handler(s.endSearch), disabled: disabled},
		{pattern: "{lang}" + compose.AlertEndPath + "{$}", methods: read, handler: page, disabled: disabled},
		{pattern: "{lang}" + compose.AlertPropertyPath + "{$}", methods: read, handler: s.handler(s.followAlert), disabled: disabled},
		{pattern: "{lang}" + compose.AlertPath + "{$}", methods: read, handler: s.handler(s.serveLink), disabled: disabled},
	}
}

// refuseAlert answers a form about a saved search with a text.
func refuseAlert(w http.ResponseWriter, r *http.Request, status int, key string) {
	plainError(w, status, i18n.Words.T(i18n.Lang(r.PathValue("lang")), "letter.failure."+key))
}

// saveSearch answers POST {lang}/enquiry/alert/.
func (s *Server) saveSearch(w http.ResponseWriter, r *http.Request) error {
	lang := i18n.Lang(r.PathValue("lang"))
	if s.isForeign(r) {
		refuseAlert(w, r, http.StatusForbidden, failureForeign)
		return nil
	}
	form, err := readForm(w, r)
	if err != nil {
		refuseAlert(w, r, http.StatusBadRequest, failureFields)
		return nil
	}
	kind := search.KindProperties
	if form.Get("kind") == string(search.KindDevelopments) {
		kind = search.KindDevelopments
	}
	saved, err := s.parts.Composer.SavedSearch(r.Context(), lang, kind, form.Get("search"))
	if err != nil {
		return err
	}
	request := alerts.Request{
		Lang: lang, Mail: strings.TrimSpace(form.Get("mail")), Kind: kind, Query: compose.QueryText(saved.Filter),
		Daily: form.Get("often") == compose.AlertDaily, Honeypot: form.Get("website"),
		Client: clientaddr.Prefix(s.limits.Client(r)).String(), Admit: func() bool { return s.admitAlert(r) },
	}
	problem, err := s.parts.Alerts.Subscribe(r.Context(), request)
	if err != nil {
		s.log.ErrorContext(r.Context(), "search could not be saved; the visitor was informed", "err", err)
		refuseAlert(w, r, http.StatusServiceUnavailable, failureBroken)
		return nil
	}
	switch {
	case problem == alerts.NoProblem:
	case problem == alerts.TooOften:
		refuseAlert(w, r, tooOften(w), failureOften)
		return nil
	case !s.forms.invalid.Allow(s.limits.Client(r), s.cfg.Now()):
		s.limits.Report(r, "too many invalid forms")
		refuseAlert(w, r, tooOften(w), failureOften)
		return nil
	default:
		return s.respondAlertForm(w, r, saved.Filter, compose.AlertValues{
			Mail: request.Mail, Daily: request.Daily, Error: i18n.Words.T(lang, "alert.problem."+string(problem)),
		})
	}
	seeOther(w, lang, compose.AlertSentPath)
	return nil
}

// respondAlertForm sends the form again with the error of its address. No cache keeps it.
func (s *Server) respondAlertForm(w http.ResponseWriter, r *http.Request, f search.Filter, values compose.AlertValues) error {
	query := f.Query()
	if f.Kind == search.KindDevelopments {
		query[resolve.KeyKind] = string(f.Kind)
	}
	raw := link.Stringify(link.Parts{Route: i18n.Lang(r.PathValue("lang")).Prefix() + compose.AlertPath, Query: query})
	setPrivate(w.Header())
	return s.writeFormPage(w, r, raw, func(ctx context.Context, result *resolve.Result) (*view.View, error) {
		return s.parts.Composer.InvalidAlert(ctx, result, http.StatusUnprocessableEntity, values)
	})
}

// seeOther leads to another page after a POST: its reload sends nothing again.
func seeOther(w http.ResponseWriter, lang i18n.Lang, path string) {
	setPrivate(w.Header())
	w.Header().Set("Location", lang.Prefix()+path)
	w.WriteHeader(http.StatusSeeOther)
}

// serveAlertStep sends the page with the button that confirms or ends a search. Its address has a
// secret, so it is not cached and not told to other sites.
func (s *Server) serveAlertStep(w http.ResponseWriter, r *http.Request) error {
	w, r, end, ok := s.limits.Admit(w, r, limits.OfPage(r))
	if !ok {
		return nil
	}
	defer end()
	path := strings.TrimSuffix(r.URL.Path, "/") + "/"
	raw := path + compose.TokenQuery(tokenOf(r))
	result, err := s.resolveLink(r.Context(), raw, 0)
	if err != nil {
		return err
	}
	if result.redirect != nil {
		result.private = true
		s.writeRedirect(w, &result)
		return nil
	}
	return s.writePrivate(w, r, result.page)
}

// tokenOf is the token of a saved search in the query, "" for anything that is none.
func tokenOf(r *http.Request) string {
	token := r.URL.Query().Get(compose.KeyToken)
	if len(token) > 64 {
		return ""
	}
	for _, c := range token {
		if !strings.ContainsRune("0123456789abcdef", c) {
			return ""
		}
	}
	return token
}

// confirmSearch answers the button of the page of a confirmation.
func (s *Server) confirmSearch(w http.ResponseWriter, r *http.Request) error {
	if s.isForeign(r) {
		refuseAlert(w, r, http.StatusForbidden, failureForeign)
		return nil
	}
	if !s.forms.confirmations.Allow(s.limits.Client(r), s.cfg.Now()) {
		s.limits.Report(r, "too many confirmations")
		refuseAlert(w, r, tooOften(w), failureOften)
		return nil
	}
	ok, err := s.parts.Alerts.Confirm(r.Context(), tokenOf(r))
	if err != nil {
		return err
	}
	path := compose.AlertExpiredPath
	if ok {
		path = compose.AlertConfirmedPath
	}
	seeOther(w, i18n.Lang(r.PathValue("lang")), path)
	return nil
}

// oneClickField and oneClickValue are the body of a mail program's request (RFC 8058).
const oneClickField, oneClickValue = "List-Unsubscribe", "One-Click"

// endSearch erases a search. A mail program sends the request without a visitor and from any place:
// whoever has the token may end the search, so the origin is not checked and nothing is limited.
func (s *Server) endSearch(w http.ResponseWriter, r *http.Request) error {
	if err := s.parts.Alerts.End(r.Context(), tokenOf(r)); err != nil {
		return err
	}
	r.Body = http.MaxBytesReader(w, r.Body, maxEnquiryBytes)
	if r.FormValue(oneClickField) == oneClickValue {
		setPrivate(w.Header())
		w.WriteHeader(http.StatusOK)
		return nil
	}
	seeOther(w, i18n.Lang(r.PathValue("lang")), compose.AlertEndedPath)
	return nil
}

// followAlert leads from a mail to a home, or to the results of the search, and records the click.
// Without a valid token it leads on all the same.
func (s *Server) followAlert(w http.ResponseWriter, r *http.Request) error {
	ctx, lang := r.Context(), i18n.Lang(r.PathValue("lang"))
	kind, target := search.KindProperties, ""
	if token := tokenOf(r); token != "" {
		alert, found, err := s.parts.Alerts.Find(ctx, token)
		if err == nil && found {
			kind = alert.Kind
			target = lang.Prefix() + "/" + string(kind) + "/"
			if alert.Query != "" {
				target += "?" + alert.Query
			}
			err = s.parts.Alerts.Visit(ctx, token)
		}
		if err != nil {
			s.log.ErrorContext(ctx, "a click in a mail could not be recorded", "err", err)
		}
	}
	if id, err := strconv.Atoi(r.URL.Query().Get("id")); err == nil && id > 0 {
		// A numeric address has a redirect to the page of the home.
		target = lang.Prefix() + "/" + string(kind) + "/" + url.PathEscape(strconv.Itoa(id)) + "/"
	}
	if target == "" {
		target = lang.Prefix() + "/" + string(kind) + "/"
	}
	setPrivate(w.Header())
	w.Header().Set("Location", target)
	w.WriteHeader(http.StatusFound)
	return nil
}
