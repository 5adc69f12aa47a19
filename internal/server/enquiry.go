package server

import (
	"context"
	"encoding/json"
	"errors"
	"mime"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"estate/internal/compose"
	"estate/internal/i18n"
	"estate/internal/leads"
	"estate/internal/resolve"
	"estate/internal/view"
)

// Enquiries takes what visitors ask; leads.Service does.
type Enquiries interface {
	// Submit returns neither problems nor an error once the enquiry is stored.
	Submit(ctx context.Context, e leads.Enquiry) (leads.Problems, error)
}

// largestEnquiry bounds a form: four thousand characters, three bytes escaping
// each byte of them, and the rest.
const largestEnquiry = 64 << 10

// Why a form is refused: keys below letter.failure in the dictionaries.
const (
	failureFields  = "fields"
	failureOften   = "often"
	failureLarge   = "large"
	failureForeign = "foreign"
	failureBroken  = "broken"
)

// enquiryPost is one form on its way through the server.
type enquiryPost struct {
	*Server
	w    http.ResponseWriter
	r    *http.Request
	lang i18n.Lang
	form url.Values
}

// takeEnquiry answers POST {prefix}/enquiry/. A form that is in order is stored
// before anything is answered.
func (s *Server) takeEnquiry(w http.ResponseWriter, r *http.Request) {
	post := &enquiryPost{Server: s, w: w, r: r, lang: i18n.Lang(r.PathValue("lang"))}
	if s.parts.Enquiries == nil {
		post.refuse(http.StatusServiceUnavailable, failureBroken, nil)
		return
	}
	if err := s.sameSite.Check(r); err != nil {
		post.refuse(http.StatusForbidden, failureForeign, nil)
		return
	}
	// The limit comes before the form is checked and stored: a flood should cost little.
	if !s.enquiries.allow(s.clientAddress(r), s.cfg.Now()) {
		w.Header().Set("Retry-After", "600")
		post.form, _ = readForm(w, r) // what the visitor typed is shown again
		post.refuse(http.StatusTooManyRequests, failureOften, nil)
		return
	}
	var err error
	if post.form, err = readForm(w, r); err != nil {
		status, key := http.StatusBadRequest, failureFields
		if _, large := errors.AsType[*http.MaxBytesError](err); large {
			status, key = http.StatusRequestEntityTooLarge, failureLarge
		}
		post.refuse(status, key, nil)
		return
	}
	problems, err := s.parts.Enquiries.Submit(r.Context(), post.enquiry())
	switch {
	case err != nil:
		s.log.ErrorContext(r.Context(), "an enquiry could not be stored; its visitor was told so", "err", err)
		post.refuse(http.StatusServiceUnavailable, failureBroken, nil)
	case len(problems) > 0:
		post.refuse(http.StatusUnprocessableEntity, failureFields, problems.In(post.lang))
	default:
		post.thank()
	}
}

var errNoForm = errors.New("the body is no form")

func readForm(w http.ResponseWriter, r *http.Request) (url.Values, error) {
	kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil || kind != "application/x-www-form-urlencoded" {
		return nil, errNoForm
	}
	r.Body = http.MaxBytesReader(w, r.Body, largestEnquiry)
	if err := r.ParseForm(); err != nil {
		return nil, err
	}
	return r.PostForm, nil
}

func (p *enquiryPost) enquiry() leads.Enquiry {
	e := leads.Enquiry{
		Lang: p.lang, Kind: p.form.Get("kind"), Page: p.form.Get("page"), Reference: p.form.Get("reference"),
		Name: p.form.Get("name"), Mail: p.form.Get("mail"), Phone: p.form.Get("phone"), Message: p.form.Get("message"),
		Privacy: p.form.Get("privacy") != "", Honeypot: p.form.Get("website"),
	}
	if ms, err := strconv.ParseInt(p.form.Get("elapsed"), 10, 64); err == nil && ms >= 0 && ms < int64(time.Hour*24*365/time.Millisecond) {
		elapsed := time.Duration(ms) * time.Millisecond
		e.Elapsed = &elapsed
	}
	return e
}

func (p *enquiryPost) wantsJSON() bool {
	return strings.Contains(p.r.Header.Get("Accept"), "application/json")
}

func (p *enquiryPost) thank() {
	if p.wantsJSON() {
		p.answer(http.StatusOK, view.EnquiryAnswer{OK: true})
		return
	}
	// See Other, so that loading the page anew sends nothing again.
	p.w.Header()["Cache-Control"] = cacheNothing
	p.w.Header().Set("Location", p.lang.Prefix()+compose.ThanksPath)
	p.w.WriteHeader(http.StatusSeeOther)
}

// refuse tells what is wrong: as data to the script, as a page to everybody else.
func (p *enquiryPost) refuse(status int, key string, errs map[string]string) {
	failure := i18n.Words.T(p.lang, "letter.failure."+key)
	if p.wantsJSON() {
		p.answer(status, view.EnquiryAnswer{Errors: errs, Failure: failure})
		return
	}
	form := view.EnquiryForm{
		Kind: view.EnquiryKind(p.form.Get("kind")), Page: p.form.Get("page"), Reference: p.form.Get("reference"),
		Values: &view.EnquiryValues{
			Name: p.form.Get("name"), Mail: p.form.Get("mail"), Phone: p.form.Get("phone"), Message: p.form.Get("message"),
			Privacy: p.form.Get("privacy") != "",
		},
		Errors: errs, Failure: failure,
	}
	if key == failureForeign { // nothing that another site chose is shown
		form = view.EnquiryForm{Failure: failure}
	}
	if form.Kind == "" {
		form.Kind = view.EnquiryContact
	}
	if err := p.draw(status, form); err != nil && p.r.Context().Err() == nil {
		id := errorID()
		p.log.ErrorContext(p.r.Context(), "refusal of an enquiry could not be drawn", "id", id, "err", err)
		plainError(p.w, http.StatusInternalServerError, failure+" ("+id+")")
	}
}

func (p *enquiryPost) answer(status int, answer view.EnquiryAnswer) {
	if err := writeJSON(p.w, p.r, status, answer); err != nil {
		p.log.ErrorContext(p.r.Context(), "answer to an enquiry", "err", err)
	}
}

// draw shows the form again, with its values, to this visitor alone.
func (p *enquiryPost) draw(status int, form view.EnquiryForm) error {
	ctx := p.r.Context()
	hop, err := p.parts.Redirects.Lookup(ctx, p.lang.Prefix()+compose.EnquiryPath, p.parts.Source)
	if err != nil {
		return err
	}
	result, err := p.parts.Resolver.Resolve(ctx, resolve.Request{Link: hop.Link})
	if err != nil {
		return err
	}
	v, err := p.parts.Composer.Refused(ctx, result, status, form)
	if err != nil {
		return err
	}
	data, err := json.Marshal(v)
	if err != nil {
		return err
	}
	doc, _ := p.document(ctx, v, data)
	h := p.w.Header()
	h["Content-Type"] = typeHTML
	h["Cache-Control"] = cacheNothing
	h.Set("X-Robots-Tag", "noindex")
	writeBody(p.w, p.r, status, doc)
	return nil
}
