package api

import (
	"net/http"

	"estate/internal/studio/account"
)

func (a *API) listUsers(w http.ResponseWriter, r *http.Request, c *call) error {
	all, err := a.cfg.Accounts.Users(r.Context())
	if err != nil {
		return err
	}
	list := Users{Users: []User{}, Authors: []Choice{}}
	for _, one := range all {
		list.Users = append(list.Users, managedUser(one))
	}
	if a.cfg.Authors != nil {
		authors, err := a.cfg.Authors(r.Context(), c.lang)
		if err != nil {
			return err
		}
		list.Authors = append(list.Authors, authors...)
	}
	return answer(w, list)
}

func (a *API) invite(w http.ResponseWriter, r *http.Request, c *call) error {
	var body Invitation
	if err := decode(r, &body); err != nil {
		return err
	}
	user, err := a.cfg.Accounts.Add(r.Context(), account.User{
		Mail: body.Mail, Name: body.Name, Lang: body.Lang, Role: account.Role(body.Role), Author: body.Author,
	})
	if err != nil {
		return userProblem(c, err)
	}
	a.audit(r, c, "studio: a user was invited", "whom", user.ID, "role", user.Role)
	return a.newLink(w, r, user)
}

func (a *API) newLink(w http.ResponseWriter, r *http.Request, user account.User) error {
	token, purpose, expires, err := a.cfg.Accounts.NewLink(r.Context(), user)
	if err != nil {
		return err
	}
	return answer(w, a.linkURL(purpose, token, expires))
}

func (a *API) recoverUser(w http.ResponseWriter, r *http.Request, c *call) error {
	user, err := a.cfg.Accounts.User(r.Context(), r.PathValue("id"))
	if err != nil {
		return err
	}
	a.audit(r, c, "studio: a link of recovery was made", "whom", user.ID)
	return a.newLink(w, r, user)
}

func (a *API) changeUser(w http.ResponseWriter, r *http.Request, c *call) error {
	var body UserChange
	if err := decode(r, &body); err != nil {
		return err
	}
	change := account.Change{Author: body.Author, Disabled: body.Disabled}
	if body.Role != "" {
		role := account.Role(body.Role)
		change.Role = &role
	}
	user, err := a.cfg.Accounts.Update(r.Context(), r.PathValue("id"), change)
	if err != nil {
		return userProblem(c, err)
	}
	a.audit(r, c, "studio: a user was changed", "whom", user.ID, "role", user.Role, "disabled", user.Disabled)
	return answer(w, managedUser(user))
}

func (a *API) removeUser(w http.ResponseWriter, r *http.Request, c *call) error {
	if err := a.cfg.Accounts.Remove(r.Context(), r.PathValue("id")); err != nil {
		return userProblem(c, err)
	}
	a.audit(r, c, "studio: a user was removed", "whom", r.PathValue("id"))
	return answer(w, nil)
}
