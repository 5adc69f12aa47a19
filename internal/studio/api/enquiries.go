package api

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"estate/internal/agency/leads"
	"estate/internal/content/i18n"
	"estate/internal/studio/account"
	"estate/internal/studio/edit"
	"estate/internal/studio/inbox"
)

// inboxRoutes are the calls about enquiries and saved searches.
func (a *API) inboxRoutes() []route {
	return []route{
		{method: "GET", path: "enquiries", role: account.RoleAgent, handle: a.listEnquiries},
		{method: "GET", path: "enquiries/export", role: account.RoleOwner, strong: true, handle: a.exportEnquiries},
		{method: "POST", path: "enquiries/erase", role: account.RoleOwner, strong: true, handle: a.erasePerson},
		{method: "GET", path: "enquiries/{label}", role: account.RoleAgent, handle: a.showEnquiry},
		{method: "DELETE", path: "enquiries/{label}", role: account.RoleEditor, strong: true, handle: a.deleteEnquiry},
		{method: "POST", path: "enquiries/{label}/{action}", role: account.RoleAgent, handle: a.handleEnquiry},
		{method: "GET", path: "saved-searches", role: account.RoleEditor, handle: a.listSearches},
		{method: "DELETE", path: "saved-searches/{id}", role: account.RoleEditor, handle: a.deleteSearch},
	}
}

// inboxProblem translates the errors of the inbox.
func inboxProblem(c *call, err error) error {
	text := func(key string) string { return i18n.Words.T(c.lang, "studio.enquiry.problem."+key) }
	field := (*inbox.FieldError)(nil)
	switch {
	case errors.Is(err, inbox.ErrUnknown):
		return &Problem{Type: ProblemNotFound}
	case errors.As(err, &field):
		return invalid(field.Field, text(field.Problem))
	case errors.Is(err, inbox.ErrNoMailer):
		return &Problem{Type: ProblemInvalid, Title: text("noMailer")}
	case errors.Is(err, inbox.ErrNoAddress):
		return &Problem{Type: ProblemInvalid, Title: text("noAddress")}
	case errors.Is(err, inbox.ErrOtherNode):
		return &Problem{Type: ProblemInvalid, Title: text("otherNode")}
	case errors.Is(err, inbox.ErrKeyUsed):
		return &Problem{Type: ProblemConflict, Title: text("keyUsed")}
	}
	return err
}

// pageOf is the number of a page in a query, 1 for none.
func pageOf(r *http.Request) int {
	page, err := strconv.Atoi(r.FormValue("page"))
	if err != nil || page < 1 {
		return 1
	}
	return page
}

// maxSearch bounds the text of a search, in bytes.
const maxSearch = 200

func searchOf(r *http.Request) string {
	text := r.FormValue("q")
	return strings.ToValidUTF8(text[:min(len(text), maxSearch)], "")
}

func (a *API) listEnquiries(w http.ResponseWriter, r *http.Request, c *call) error {
	if a.cfg.Inbox == nil {
		return &Problem{Type: ProblemNotFound}
	}
	q := inbox.Query{
		State: r.FormValue("state"), Text: searchOf(r), Assignee: r.FormValue("assignee"), Kind: r.FormValue("kind"), Page: pageOf(r),
	}
	if q.Assignee == "me" {
		q.Assignee = c.user.ID
	}
	list, err := a.cfg.Inbox.List(r.Context(), c.user, q)
	if err != nil {
		return err
	}
	names, err := a.names(r.Context())
	if err != nil {
		return err
	}
	return answer(w, Enquiries{
		Total: list.Total, Page: list.Page, Pages: list.Pages, States: list.States, Incomplete: list.Incomplete,
		Enquiries: enquiries(list.Items, names),
	})
}

// names are the names of the users by id.
func (a *API) names(ctx context.Context) (map[string]string, error) {
	users, err := a.cfg.Accounts.Users(ctx)
	names := map[string]string{}
	for _, user := range users {
		names[user.ID] = user.Name
	}
	return names, err
}

// enquiries are items as the front end reads them.
func enquiries(items []inbox.Item, names map[string]string) []Enquiry {
	list := make([]Enquiry, len(items))
	for i := range items {
		list[i] = enquiry(&items[i], names)
	}
	return list
}

// enquiry is an item as the front end reads it. One that is assigned to a user who was removed is assigned to nobody.
func enquiry(item *inbox.Item, names map[string]string) Enquiry {
	if names[item.Assignee] == "" {
		item.Assignee = ""
	}
	return Enquiry{
		Label: inbox.Label(item.Key), Created: item.Created, Lang: item.Lang, Kind: string(item.Kind), Name: item.Name,
		Reference: item.Reference, Page: item.Page, Excerpt: item.Excerpt, State: string(item.State), Assignee: item.Assignee,
		AssigneeName: names[item.Assignee], Delivery: item.Delivery,
	}
}

// enquiryOf is the key of the enquiry that a call names.
func (a *API) enquiryOf(r *http.Request) (leads.Key, error) {
	key, ok := inbox.ParseLabel(r.PathValue("label"))
	if !ok || a.cfg.Inbox == nil {
		return key, &Problem{Type: ProblemNotFound}
	}
	return key, nil
}

func (a *API) showEnquiry(w http.ResponseWriter, r *http.Request, c *call) error {
	key, err := a.enquiryOf(r)
	if err != nil {
		return err
	}
	return a.answerEnquiry(w, r, c, key)
}

// answerEnquiry answers the details of an enquiry.
func (a *API) answerEnquiry(w http.ResponseWriter, r *http.Request, c *call, key leads.Key) error {
	found, err := a.cfg.Inbox.Detail(r.Context(), c.user, key)
	if err != nil {
		return inboxProblem(c, err)
	}
	users, err := a.cfg.Accounts.Users(r.Context())
	if err != nil {
		return err
	}
	names, people := map[string]string{}, []User(nil)
	for _, user := range users {
		names[user.ID] = user.Name
		if mayTake(c.user, user) {
			people = append(people, User{ID: user.ID, Name: user.Name, Lang: user.Lang, Role: Role(user.Role)})
		}
	}
	lead := found.Lead
	d := EnquiryDetail{
		Enquiry: enquiry(&found.Item, names), Mail: lead.Mail, Phone: lead.Phone, Agreed: lead.Consent, WhatsApp: whatsApp(lead.Phone),
		Message: lead.Message, Campaign: lead.Campaign, Note: found.Note, People: people, Others: enquiries(found.Others, names),
	}
	if lead.Policy != nil {
		d.Policy = lead.Policy.Short()
	}
	if lead.Viewing != nil {
		d.Viewing = &ViewingWish{Way: string(lead.Viewing.Way), Wishes: lead.Viewing.Wishes, Minutes: lead.Viewing.Minutes}
	}
	if !found.Viewing.IsZero() {
		if d.Viewing == nil {
			d.Viewing = &ViewingWish{Way: string(leads.WayVisit), Wishes: []time.Time{}, Minutes: found.Minutes}
		}
		d.Viewing.Confirmed = found.Viewing
	}
	for _, property := range found.Properties {
		d.Properties = append(d.Properties, target(property))
	}
	for _, one := range found.Answers {
		d.Answers = append(d.Answers, EnquiryAnswer{
			At: one.Created, By: one.Name, Subject: one.Subject, Text: one.Text, Viewing: one.Viewing, State: string(one.State), Error: one.Error,
		})
	}
	for _, delivery := range lead.Deliveries {
		if delivery.Error != "" && delivery.State != leads.Delivered {
			d.Problems = append(d.Problems, delivery.Channel+": "+delivery.Error)
		}
	}
	for _, draft := range found.Drafts {
		d.Drafts = append(d.Drafts, AnswerTemplate(draft))
	}
	return answer(w, d)
}

// target is a home as an entry with its reference as the hint.
func target(property inbox.Property) Target {
	if property.Title == "" {
		return Target{Name: property.Reference, Link: property.Link}
	}
	return Target{Name: property.Title, Hint: property.Reference, Link: property.Link}
}

// mayTake reports whether a user may assign an enquiry to another one: agents to themselves only.
func mayTake(by, user account.User) bool {
	return !user.Disabled && (by.Role.AtLeast(account.RoleEditor) || by.ID == user.ID)
}

// whatsApp is the link to a chat with a number that has a country, else "".
func whatsApp(phone string) string {
	phone = strings.TrimSpace(phone)
	international := strings.HasPrefix(phone, "+") || strings.HasPrefix(phone, "00")
	digits := strings.TrimPrefix(leads.Digits(strings.ReplaceAll(phone, "(0)", "")), "00")
	if !international || len(digits) < 7 || len(digits) > 15 { // E.164
		return ""
	}
	return "https://wa.me/" + digits
}

// handleEnquiry is what the office does about an enquiry.
func (a *API) handleEnquiry(w http.ResponseWriter, r *http.Request, c *call) error {
	key, err := a.enquiryOf(r)
	if err != nil {
		return err
	}
	var body EnquiryAction
	if err := decode(r, &body); err != nil {
		return err
	}
	ctx, box, action := r.Context(), a.cfg.Inbox, r.PathValue("action")
	event := edit.Event{Action: action}
	switch action {
	case edit.ActionState:
		event.Field, event.To = "state", body.State
		err = box.SetState(ctx, c.user, key, inbox.State(body.State))
	case edit.ActionAssign:
		event.Field = "assignee"
		if event.To, err = a.assignee(ctx, c, body.Assignee); err == nil {
			err = box.Assign(ctx, c.user, key, body.Assignee)
		}
	case edit.ActionNote:
		err = box.Note(ctx, c.user, key, body.Note)
	case edit.ActionAnswer:
		event.Key = body.Key
		err = box.Answer(ctx, c.user, key, body.Subject, body.Text, body.Key)
	case edit.ActionConfirm:
		event.Key = body.Key
		err = box.Confirm(ctx, c.user, key, body.Start, body.Subject, body.Text, body.Key)
	case edit.ActionRetry:
		err = box.Retry(ctx, c.user, key)
	default:
		return &Problem{Type: ProblemNotFound}
	}
	if err != nil {
		return inboxProblem(c, err)
	}
	a.log.InfoContext(ctx, "studio: an enquiry was handled", "enquiry", inbox.Label(key), "action", action, "user", c.user.ID)
	a.recordEnquiry(ctx, c, key, event)
	err = a.answerEnquiry(w, r, c, key)
	problem := (*Problem)(nil)
	if errors.As(err, &problem) && problem.Type == ProblemNotFound {
		return answer(w, nil) // an agent has given it away
	}
	return err
}

// record writes what a user has done into the audit log. What is done stays done if that fails.
func (a *API) record(ctx context.Context, c *call, event edit.Event) {
	if a.cfg.Edit == nil {
		return
	}
	if err := a.cfg.Edit.Record(context.WithoutCancel(ctx), &c.user, event); err != nil {
		a.log.ErrorContext(ctx, "studio: an action is missing in the audit log", "action", event.Action, "err", err)
	}
}

// recordEnquiry is record for an action about one enquiry.
func (a *API) recordEnquiry(ctx context.Context, c *call, key leads.Key, event edit.Event) {
	event.Type, event.ID, event.Name = edit.TypeEnquiries, int(key.ID), inbox.Label(key)
	a.record(ctx, c, event)
}

// assignee is the name of a user who is to look after an enquiry, "" for nobody. One that does not exist, and one that an agent
// may not name, are refused.
func (a *API) assignee(ctx context.Context, c *call, id string) (string, error) {
	if id == "" {
		return "", nil
	}
	users, err := a.cfg.Accounts.Users(ctx)
	if err != nil {
		return "", err
	}
	i := slices.IndexFunc(users, func(user account.User) bool { return user.ID == id && mayTake(c.user, user) })
	if i < 0 {
		return "", &inbox.FieldError{Field: "assignee", Problem: "assignee"}
	}
	return users[i].Name, nil
}

func (a *API) deleteEnquiry(w http.ResponseWriter, r *http.Request, c *call) error {
	key, err := a.enquiryOf(r)
	if err != nil {
		return err
	}
	if err := a.cfg.Inbox.Delete(r.Context(), c.user, key); err != nil {
		return inboxProblem(c, err)
	}
	a.audit(r, c, "studio: an enquiry was deleted", "enquiry", inbox.Label(key))
	a.recordEnquiry(r.Context(), c, key, edit.Event{Action: edit.ActionRemove})
	return answer(w, nil)
}

func (a *API) erasePerson(w http.ResponseWriter, r *http.Request, c *call) error {
	var body ErasePerson
	if err := decode(r, &body); err != nil {
		return err
	}
	if a.cfg.Inbox == nil {
		return &Problem{Type: ProblemNotFound}
	}
	erased, err := a.cfg.Inbox.Erase(r.Context(), body.Mail)
	if err != nil {
		return inboxProblem(c, err)
	}
	a.audit(r, c, "studio: a person was erased", "enquiries", erased.Enquiries, "searches", erased.Searches)
	a.record(r.Context(), c, edit.Event{Type: edit.TypeEnquiries, Action: edit.ActionErase, Field: "enquiries", To: erased.Enquiries})
	return answer(w, Erased(erased))
}

func (a *API) exportEnquiries(w http.ResponseWriter, r *http.Request, c *call) error {
	if a.cfg.Inbox == nil {
		return &Problem{Type: ProblemNotFound}
	}
	name, media, write := "enquiries.csv", "text/csv; charset=utf-8", leads.WriteCSV
	if r.FormValue("format") == "jsonl" {
		name, media, write = "enquiries.jsonl", "application/x-ndjson", leads.WriteJSONL
	}
	all, err := a.cfg.Inbox.All(r.Context())
	if err != nil {
		return err
	}
	a.audit(r, c, "studio: enquiries were exported", "enquiries", len(all))
	a.record(r.Context(), c, edit.Event{Type: edit.TypeEnquiries, Action: edit.ActionExport, Field: "enquiries", To: len(all)})
	w.Header().Set("Content-Type", media)
	w.Header().Set("Content-Disposition", `attachment; filename="`+name+`"`)
	_, _ = write(w, func(yield func(*leads.Lead, error) bool) { // the client closed the connection
		for _, lead := range all {
			if !yield(lead, nil) {
				return
			}
		}
	})
	return nil
}

// todayEnquiries are the new enquiries and the viewings of GET today.
func (a *API) todayEnquiries(ctx context.Context, user account.User) (fresh []Enquiry, viewings []Viewing, err error) {
	fresh, viewings = []Enquiry{}, []Viewing{}
	if a.cfg.Inbox == nil {
		return fresh, viewings, nil
	}
	items, appointments, err := a.cfg.Inbox.Today(ctx, user)
	if err != nil {
		return nil, nil, err
	}
	names, err := a.names(ctx)
	for _, one := range appointments {
		viewings = append(viewings, Viewing{
			Label: inbox.Label(one.Item.Key), Name: one.Item.Name, Property: one.Property, At: one.At, Confirmed: one.Confirmed,
		})
	}
	return enquiries(items, names), viewings, err
}

// findEnquiries are the enquiries of GET search.
func (a *API) findEnquiries(ctx context.Context, user account.User, text string, limit int) ([]Enquiry, error) {
	if a.cfg.Inbox == nil {
		return []Enquiry{}, nil
	}
	list, err := a.cfg.Inbox.List(ctx, user, inbox.Query{State: "all", Text: text})
	if err != nil {
		return nil, err
	}
	names, err := a.names(ctx)
	return enquiries(list.Items[:min(len(list.Items), limit)], names), err
}
