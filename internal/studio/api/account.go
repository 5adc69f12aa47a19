package api

import (
	"context"
	"net/http"

	"estate/internal/studio/account"
)

func (a *API) getAccount(w http.ResponseWriter, r *http.Request, c *call) error {
	ctx, accounts := r.Context(), a.cfg.Accounts
	passkeys, err := accounts.Passkeys(ctx, c.user.ID)
	if err != nil {
		return err
	}
	sessions, err := accounts.Sessions(ctx, c.user.ID)
	if err != nil {
		return err
	}
	codes, err := accounts.Codes(ctx, c.user.ID)
	if err != nil {
		return err
	}
	own := Account{User: managedUser(c.user), Passkeys: []Passkey{}, Sessions: []OpenSession{}, Codes: codes}
	for _, one := range passkeys {
		own.Passkeys = append(own.Passkeys, Passkey(one))
	}
	for _, one := range sessions {
		own.Sessions = append(own.Sessions, OpenSession{
			ID: one.ID, Agent: one.Agent, Network: one.Network, Created: one.Created, Used: one.Used, Current: one.ID == c.session.ID,
		})
	}
	return answer(w, own)
}

func (a *API) changeAccount(w http.ResponseWriter, r *http.Request, c *call) error {
	var body AccountChange
	if err := decode(r, &body); err != nil {
		return err
	}
	var change account.Change
	if body.Name != "" {
		change.Name = &body.Name
	}
	if body.Lang != "" {
		change.Lang = &body.Lang
	}
	user, err := a.cfg.Accounts.Update(r.Context(), c.user.ID, change)
	if err != nil {
		return userProblem(c, err)
	}
	c.user, c.session.User = user, user
	return a.getAccount(w, r, c)
}

func (a *API) startPasskey(w http.ResponseWriter, r *http.Request, c *call) error {
	party, err := a.party(r, c)
	if err != nil {
		return err
	}
	ceremony, err := a.cfg.Accounts.BeginPasskey(r.Context(), party, c.user)
	if err != nil {
		return err
	}
	return answer(w, Ceremony(ceremony))
}

func (a *API) finishPasskey(w http.ResponseWriter, r *http.Request, c *call) error {
	party, body, err := a.ceremony(r, c)
	if err != nil {
		return err
	}
	err = a.guarded(r, c, c.user.Mail, func(ctx context.Context) error {
		return a.cfg.Accounts.FinishPasskey(ctx, party, c.user, body.ID, body.Credential, body.Name)
	})
	if err != nil {
		return userProblem(c, err)
	}
	a.audit(r, c, "studio: a passkey was added")
	return a.getAccount(w, r, c)
}

func (a *API) removePasskey(w http.ResponseWriter, r *http.Request, c *call) error {
	if err := a.cfg.Accounts.RemovePasskey(r.Context(), c.session, r.PathValue("id")); err != nil {
		return userProblem(c, err)
	}
	a.audit(r, c, "studio: a passkey was removed")
	return a.getAccount(w, r, c)
}

func (a *API) endSession(w http.ResponseWriter, r *http.Request, c *call) error {
	id := r.PathValue("id")
	if err := a.cfg.Accounts.EndSession(r.Context(), c.user.ID, id); err != nil {
		return err
	}
	if id == c.session.ID {
		a.close(w, r)
		return answer(w, nil)
	}
	return a.getAccount(w, r, c)
}

// endSessions signs the user out everywhere, here too.
func (a *API) endSessions(w http.ResponseWriter, r *http.Request, c *call) error {
	if err := a.cfg.Accounts.EndSessions(r.Context(), c.user.ID, ""); err != nil {
		return err
	}
	a.audit(r, c, "studio: a user signed out everywhere")
	a.close(w, r)
	return answer(w, nil)
}

func (a *API) changePassword(w http.ResponseWriter, r *http.Request, c *call) error {
	var body NewPassword
	if err := decode(r, &body); err != nil {
		return err
	}
	if err := a.checkPassword(r, c, body.Password, c.user.Mail, c.user.Name); err != nil {
		return err
	}
	var secret account.Secret
	err := a.guarded(r, c, "", func(ctx context.Context) (err error) {
		secret, err = a.cfg.Accounts.SetPassword(ctx, c.client, c.session, a.cfg.Site(ctx, c.lang).Name, body.Password)
		return err
	})
	if err != nil {
		return err
	}
	if secret.Text == "" {
		a.audit(r, c, "studio: a password was changed")
		return answer(w, nil)
	}
	return answer(w, TOTPSecret{Secret: secret.Text, URI: secret.URI})
}

func (a *API) confirmPassword(w http.ResponseWriter, r *http.Request, c *call) error {
	var body Code
	if err := decode(r, &body); err != nil {
		return err
	}
	var codes []string
	err := a.guarded(r, c, c.user.Mail, func(ctx context.Context) (err error) {
		codes, err = a.cfg.Accounts.ConfirmPassword(ctx, c.session, body.Code)
		return err
	})
	if err != nil {
		return err
	}
	a.audit(r, c, "studio: a password was added")
	return answer(w, LinkDone{Session: a.sessionOf(r, c), Codes: codes})
}

// managedUser is a user with what an owner, or the user, may know.
func managedUser(u account.User) User {
	user := userOf(u)
	user.Disabled, user.Created, user.LastSeen = u.Disabled, u.Created, u.LastSeen
	user.Passkeys, user.HasTOTP, user.Pending = u.Passkeys, u.HasTOTP, u.Pending
	return user
}
