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

	"estate/internal/agency/leads"
	"estate/internal/content/i18n"
	"estate/internal/platform/httpheader"
	"estate/internal/site/compose"
	"estate/internal/site/limits"
	"estate/internal/site/resolve"
	"estate/internal/site/view"
)

// Enquiries takes what visitors ask; leads.Service does.
type Enquiries interface {
	// Submit returns neither problems nor an error once the enquiry is stored.
	Submit(ctx context.Context, e leads.Enquiry) (leads.Receipt, error)
}

// maxEnquiryBytes bounds a form: a message of 4,000 characters with every byte escaped, and
// the other fields.
const maxEnquiryBytes = 64 << 10

// Reasons of a refusal: keys below letter.failure in the dictionaries.
const (
	failureFields  = "fields"
	failureOften   = "often"
	failureLarge   = "large"
	failureForeign = "foreign"
	failureBroken  = "broken"
)

// enquiryRequest is a request with a form.
type enquiryRequest struct {
	*Server
	w    http.ResponseWriter
	r    *http.Request
	lang i18n.Lang
	form url.Values
}

// acceptEnquiry answers POST {lang}/enquiry/. A valid form is on disk before the response.
func (s *Server) acceptEnquiry(w http.ResponseWriter, r *http.Request) {
	post := &enquiryRequest{Server: s, w: w, r: r, lang: i18n.Lang(r.PathValue("lang"))}
	if s.parts.Enquiries == nil {
		post.refuse(http.StatusServiceUnavailable, failureBroken, nil)
		return
	}
	if s.isForeign(r) {
		post.refuse(http.StatusForbidden, failureForeign, nil)
		return
	}
	var err error
	if post.form, err = readForm(w, r); err != nil {
		status, key := http.StatusBadRequest, failureFields
		if _, large := errors.AsType[*http.MaxBytesError](err); large {
			status, key = http.StatusRequestEntityTooLarge, failureLarge
		}
		post.refuseInvalid(status, key, nil)
		return
	}
	enquiry := post.enquiry()
	enquiry.Admit = func() leads.Admission { return s.admitEnquiry(r) }
	receipt, err := s.parts.Enquiries.Submit(r.Context(), enquiry)
	switch {
	case err != nil:
		s.log.ErrorContext(r.Context(), "enquiry could not be stored; the visitor was informed", "err", err)
		post.refuse(http.StatusServiceUnavailable, failureBroken, nil)
	case receipt.Refused:
		post.refuse(tooOften(w), failureOften, nil)
	case len(receipt.Problems) > 0:
		post.refuseInvalid(http.StatusUnprocessableEntity, failureFields, receipt.Problems.In(post.lang))
	default:
		post.accept(receipt.OneDisk)
	}
}

// refuseInvalid refuses a form that cannot be stored. Beyond its client's limit the page with its errors is not
// made: a short text is the response.
func (p *enquiryRequest) refuseInvalid(status int, key string, errs map[string]string) {
	if !p.forms.invalid.Allow(p.limits.Client(p.r), p.cfg.Now()) {
		p.limits.Report(p.r, "too many invalid forms")
		plainError(p.w, tooOften(p.w), i18n.Words.T(p.lang, "letter.failure."+failureOften))
		return
	}
	p.refuse(status, key, errs)
}

// consentCookie is "true" once the visitor has accepted cookies (web/src/lib/storage.ts).
const consentCookie = "CookieConsent"

var errNoForm = errors.New("the body is not a form")

func readForm(w http.ResponseWriter, r *http.Request) (url.Values, error) {
	kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil || kind != "application/x-www-form-urlencoded" {
		return nil, errNoForm
	}
	r.Body = http.MaxBytesReader(w, r.Body, maxEnquiryBytes)
	if err := r.ParseForm(); err != nil {
		return nil, err
	}
	return r.PostForm, nil
}

func (p *enquiryRequest) enquiry() leads.Enquiry {
	e := leads.Enquiry{
		Lang: p.lang, Kind: p.form.Get("kind"), Page: p.form.Get("page"), Reference: p.form.Get("reference"),
		Name: p.form.Get("name"), Mail: p.form.Get("mail"), Phone: p.form.Get("phone"), Message: p.form.Get("message"),
		Privacy: p.form.Get("privacy") != "", Honeypot: p.form.Get("website"),
		Home: leads.Home{Address: p.form.Get("address"), Type: p.form.Get("type"), Size: p.form.Get("size"), Wanted: p.form.Get("wanted")},
		Stay: leads.Stay{Arrival: p.form.Get("arrival"), Nights: p.form.Get("nights"), People: p.form.Get("people")},
	}
	if e.Kind == string(leads.KindViewing) {
		e.Viewing = &leads.ViewingForm{IDs: resolve.IDs(p.form.Get("ids")), Way: p.form.Get("way")}
		for i := range e.Viewing.Wishes {
			n := i + 1
			e.Viewing.Wishes[i] = leads.Wish{Day: p.form.Get(string(leads.FieldDay(n))), Time: p.form.Get(string(leads.FieldTime(n)))}
		}
	}
	if cookie, err := p.r.Cookie(consentCookie); err == nil && cookie.Value == "true" {
		e.Campaign = p.form.Get("campaign")
	}
	if ms, err := strconv.ParseInt(p.form.Get("elapsed"), 10, 64); err == nil && ms >= 0 && ms < int64(time.Hour*24*365/time.Millisecond) {
		elapsed := time.Duration(ms) * time.Millisecond
		e.Elapsed = &elapsed
	}
	return e
}

func (p *enquiryRequest) wantsJSON() bool {
	return httpheader.AcceptsJSON(p.r.Header.Get("Accept"))
}

// accept thanks the visitor. An enquiry on one disk only asks for a call if no reply comes.
func (p *enquiryRequest) accept(oneDisk bool) {
	path, response := compose.ThanksPath, view.EnquiryResponse{OK: true}
	switch {
	case oneDisk:
		path = compose.ThanksOneDiskPath
		response.Notice = p.withPhone("letter.screen.oneDisk")
	case p.form.Get("kind") == string(view.EnquiryViewing):
		path = compose.ThanksViewingPath
	}
	ids, wishes := resolve.IDs(p.form.Get("ids")), p.wishes()
	if p.wantsJSON() {
		response.Summary = p.parts.Composer.EnquirySummary(p.r.Context(), p.lang, ids, wishes)
		p.respondJSON(http.StatusOK, response)
		return
	}
	// 303 See Other: a reload of the next page does not send the form again.
	p.w.Header()["Cache-Control"] = cacheNoStore
	p.w.Header().Set("Location", p.lang.Prefix()+path+compose.ThanksQuery(ids, wishes))
	p.w.WriteHeader(http.StatusSeeOther)
}

// wishes are the times of a viewing that was accepted.
func (p *enquiryRequest) wishes() []time.Time {
	if p.form.Get("kind") != string(view.EnquiryViewing) {
		return nil
	}
	var wishes []time.Time
	for n := 1; n <= len(leads.ViewingForm{}.Wishes); n++ {
		day, clock := p.form.Get(string(leads.FieldDay(n))), p.form.Get(string(leads.FieldTime(n)))
		if at, err := time.Parse(time.DateOnly+" 15:04", day+" "+clock); err == nil {
			wishes = append(wishes, at)
		}
	}
	return wishes
}

// refuse responds with the errors: as JSON to the script, otherwise as a page with the form.
func (p *enquiryRequest) refuse(status int, key string, errs map[string]string) {
	failure := i18n.Words.T(p.lang, "letter.failure."+key)
	if key == failureBroken {
		failure = p.withPhone("letter.failure.broken")
	}
	if p.wantsJSON() {
		p.respondJSON(status, view.EnquiryResponse{Errors: errs, Failure: failure})
		return
	}
	form := view.EnquiryForm{
		Kind: view.EnquiryKind(p.form.Get("kind")), Page: p.form.Get("page"), Reference: p.form.Get("reference"),
		IDs: formatIDs(resolve.IDs(p.form.Get("ids"))),
		Values: &view.EnquiryValues{
			Name: p.form.Get("name"), Mail: p.form.Get("mail"), Phone: p.form.Get("phone"), Message: p.form.Get("message"),
			Privacy: p.form.Get("privacy") != "",
			Address: p.form.Get("address"), Type: p.form.Get("type"), Size: p.form.Get("size"), Wanted: p.form.Get("wanted"),
			Arrival: p.form.Get("arrival"), Nights: p.form.Get("nights"), People: p.form.Get("people"),
			Way: p.form.Get("way"), Day1: p.form.Get("day1"), Time1: p.form.Get("time1"), Day2: p.form.Get("day2"), Time2: p.form.Get("time2"),
			Day3: p.form.Get("day3"), Time3: p.form.Get("time3"),
		},
		Errors: errs, Failure: failure,
	}
	if key == failureForeign { // the response shows no text of another site
		form = view.EnquiryForm{Failure: failure}
	}
	if form.Kind == "" {
		form.Kind = view.EnquiryContact
	}
	if err := p.respondPage(status, form); err != nil && p.r.Context().Err() == nil {
		p.log.ErrorContext(p.r.Context(), "form with errors could not be rendered", "err", err)
		failed(p.w, p.r, failure)
	}
}

// withPhone is a text that ends with the agency's telephone number, where there is one.
func (p *enquiryRequest) withPhone(key string) string {
	text := i18n.Words.T(p.lang, key)
	if phone := p.parts.Composer.Phone(p.r.Context(), p.lang); phone != "" {
		text = strings.TrimSuffix(text, ".") + ": " + phone + "."
	}
	return text
}

func (p *enquiryRequest) respondJSON(status int, answer view.EnquiryResponse) {
	if err := writeJSON(p.w, p.r, status, answer); err != nil {
		p.log.ErrorContext(p.r.Context(), "response to an enquiry could not be written", "err", err)
	}
}

// respondPage sends the page of the form with its values. No cache keeps it.
func (p *enquiryRequest) respondPage(status int, form view.EnquiryForm) error {
	link := p.lang.Prefix() + compose.EnquiryPath
	if form.Kind == view.EnquiryViewing {
		link = p.lang.Prefix() + compose.ViewingPath + compose.ThanksQuery(resolve.IDs(p.form.Get("ids")), nil)
	}
	p.w.Header()["Cache-Control"] = cacheNoStore
	p.w.Header().Set("X-Robots-Tag", "noindex")
	return p.writeFormPage(p.w, p.r, link, func(ctx context.Context, result *resolve.Result) (*view.View, error) {
		return p.parts.Composer.InvalidForm(ctx, result, status, form)
	})
}

// writeFormPage sends the page of a form that has errors. It is rendered for this request, so it is
// charged and waits for its turn as an uncached page does.
func (s *Server) writeFormPage(
	w http.ResponseWriter, r *http.Request, raw string, makeView func(context.Context, *resolve.Result) (*view.View, error),
) error {
	w, r, end, ok := s.limits.Admit(w, r, limits.Page)
	if !ok {
		return nil
	}
	defer end()
	ctx := r.Context()
	found, err := s.parts.Redirects.Lookup(ctx, raw, s.parts.Source)
	if err != nil {
		return err
	}
	result, err := s.parts.Resolver.Resolve(ctx, resolve.Request{Link: found.Link})
	if err != nil {
		return err
	}
	v, err := makeView(ctx, result)
	if err != nil {
		return err
	}
	data, err := json.Marshal(v)
	if err != nil {
		return err
	}
	doc, _ := s.document(ctx, &compose.Encoded{View: v, JSON: data})
	w.Header()["Content-Type"] = typeHTML
	writeBody(w, r, v.Status, doc)
	return nil
}

// formatIDs is a list of ids as forms and queries have it: "2001,2002".
func formatIDs(ids []int) string {
	texts := make([]string, len(ids))
	for i, id := range ids {
		texts[i] = strconv.Itoa(id)
	}
	return strings.Join(texts, ",")
}
