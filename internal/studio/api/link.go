package api

import (
	"context"
	"errors"
	"net/http"
	"time"

	"estate/internal/content/i18n"
	"estate/internal/studio/account"
)

func (a *API) getLink(w http.ResponseWriter, r *http.Request, c *call) error {
	var body Token
	if err := decode(r, &body); err != nil {
		return err
	}
	l, err := a.cfg.Accounts.Link(r.Context(), body.Token)
	if err != nil {
		return linkProblem(err)
	}
	lang := c.lang
	if l.User.Lang != "" {
		lang = l.User.Lang
	}
	return answer(w, LinkInfo{
		Purpose: LinkPurpose(l.Purpose), Mail: l.User.Mail, Name: l.User.Name, Role: Role(l.User.Role),
		Site: a.cfg.Site(r.Context(), lang), PasskeysWork: a.passkeysWork(r),
	})
}

// linkProblem is the problem of a link or of what its person entered.
func linkProblem(err error) error {
	if errors.Is(err, account.ErrLinkEnded) {
		return &Problem{Type: ProblemLinkEnded}
	}
	return err
}

// userProblem tells of a field of a user in the language of the call; other errors pass.
func userProblem(c *call, err error) error {
	field := (*account.FieldError)(nil)
	switch {
	case errors.As(err, &field):
		return invalid(field.Field, i18n.Words.T(c.lang, "studio.user."+field.Field))
	case errors.Is(err, account.ErrTaken):
		return invalid("mail", i18n.Words.T(c.lang, "studio.user.taken"))
	case errors.Is(err, account.ErrLastOwner):
		return &Problem{Type: ProblemInvalid, Title: i18n.Words.T(c.lang, "studio.user.lastOwner")}
	case errors.Is(err, account.ErrLastFactor):
		return &Problem{Type: ProblemInvalid, Title: i18n.Words.T(c.lang, "studio.user.lastFactor")}
	case errors.Is(err, account.ErrTooMany):
		return &Problem{Type: ProblemInvalid, Title: i18n.Words.T(c.lang, "studio.user.passkeys")}
	}
	return err
}

// person is the person of a link, or the problem of what they entered.
func (a *API) person(ctx context.Context, c *call, token string, given *Person) (account.Link, account.Person, error) {
	l, err := a.cfg.Accounts.Link(ctx, token)
	if err != nil {
		return l, account.Person{}, linkProblem(err)
	}
	p := account.Person{Lang: c.lang}
	if given != nil {
		p = account.Person(*given)
	}
	return l, p, userProblem(c, l.CheckPerson(p))
}

func (a *API) startLinkPasskey(w http.ResponseWriter, r *http.Request, c *call) error {
	var body Token
	if err := decode(r, &body); err != nil {
		return err
	}
	party, err := a.party(r, c)
	if err != nil {
		return err
	}
	_, person, err := a.person(r.Context(), c, body.Token, body.Person)
	if err != nil {
		return err
	}
	ceremony, err := a.cfg.Accounts.BeginLinkPasskey(r.Context(), party, body.Token, person)
	if err != nil {
		return linkProblem(err)
	}
	return answer(w, Ceremony(ceremony))
}

func (a *API) finishLinkPasskey(w http.ResponseWriter, r *http.Request, c *call) error {
	party, body, err := a.ceremony(r, c)
	if err != nil {
		return err
	}
	var done account.SignedIn
	err = a.guarded(r, c, "", func(ctx context.Context) (err error) {
		done, err = a.cfg.Accounts.FinishLinkPasskey(ctx, party, body.Link, body.ID, body.Credential, body.Name, a.device(r, c))
		return err
	})
	return a.linkDone(w, r, c, done, err)
}

func (a *API) chooseLinkPassword(w http.ResponseWriter, r *http.Request, c *call) error {
	var body LinkPassword
	if err := decode(r, &body); err != nil {
		return err
	}
	l, person, err := a.person(r.Context(), c, body.Token, &body.Person)
	if err != nil {
		return err
	}
	mail, name := l.User.Mail, person.Name
	if mail == "" {
		mail = person.Mail
	}
	if err := a.checkPassword(r, c, body.Password, mail, name); err != nil {
		return err
	}
	var secret account.Secret
	err = a.guarded(r, c, "", func(ctx context.Context) (err error) {
		site := a.cfg.Site(ctx, c.lang)
		secret, err = a.cfg.Accounts.ChoosePassword(ctx, c.client, body.Token, site.Name, person, body.Password)
		return err
	})
	if err != nil {
		return linkProblem(err)
	}
	return answer(w, TOTPSecret{Secret: secret.Text, URI: secret.URI})
}

// checkPassword refuses a new password that is too short or easily guessed.
func (a *API) checkPassword(r *http.Request, c *call, password string, own ...string) error {
	site := a.cfg.Site(r.Context(), c.lang)
	if problem := account.CheckPassword(password, append(own, site.Name, site.URL, "studio", "estate")...); problem != "" {
		return invalid("password", i18n.Words.T(c.lang, "studio.password."+string(problem)))
	}
	return nil
}

func (a *API) confirmLink(w http.ResponseWriter, r *http.Request, c *call) error {
	var body LinkCode
	if err := decode(r, &body); err != nil {
		return err
	}
	var done account.SignedIn
	err := a.guarded(r, c, "", func(ctx context.Context) (err error) {
		done, err = a.cfg.Accounts.ConfirmLink(ctx, body.Token, body.Code, a.device(r, c))
		return err
	})
	return a.linkDone(w, r, c, done, err)
}

// linkDone signs the user of a link in.
func (a *API) linkDone(w http.ResponseWriter, r *http.Request, c *call, done account.SignedIn, err error) error {
	if err != nil {
		return linkProblem(userProblem(c, err))
	}
	c.user = done.Session.User
	a.audit(r, c, "studio: a link was used")
	a.open(w, r, c, done.Token, done.Session)
	return answer(w, LinkDone{Session: a.sessionOf(r, c), Codes: done.Codes})
}

// linkURL is the address of a link: the token is in the fragment, so that no log of a server has it.
func (a *API) linkURL(purpose account.Purpose, token string, expires time.Time) Link {
	return Link{URL: account.LinkURL(a.cfg.Origins[0], purpose, token), Expires: expires}
}
