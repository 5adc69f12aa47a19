package main

import (
	"context"

	"estate/internal/app"
	"estate/internal/app/config"
	"estate/internal/content/i18n"
)

// userCommand manages the users of the studio. The site may run at the same time.
type userCommand struct {
	Add     userAdd     `cmd:"" help:"Add a user and print the link by which the person joins."`
	List    userList    `cmd:"" help:"List the users."`
	Role    userRole    `cmd:"" help:"Change the role of a user."`
	Recover userRecover `cmd:"" help:"Print a link by which a user replaces a lost passkey or password."`
	Disable userDisable `cmd:"" help:"Sign a user out and let nobody sign in as that user."`
	Enable  userEnable  `cmd:"" help:"Let a disabled user sign in again."`
	Remove  userRemove  `cmd:"" help:"Remove a user."`
}

// userMail names a user.
type userMail struct {
	config.Flags
	Mail string `arg:"" help:"Mail address of the user."`
}

type userAdd struct {
	userMail
	Role   string `required:"" enum:"owner,editor,agent" help:"What the user may do: owner, editor or agent."`
	Name   string `help:"Name of the user (default: the mail address; the person can change it)." placeholder:"NAME"`
	Lang   string `help:"Language of the studio: en or es." default:"en" enum:"en,es"`
	Author int    `help:"Number of the person of the content whose homes are the user's own." placeholder:"ID"`
}

// Run is called by kong.
func (c *userAdd) Run(ctx context.Context) error {
	settings, err := load(c.Flags, config.Addresses{})
	if err != nil {
		return err
	}
	return app.AddUser(ctx, settings, app.NewUser{Mail: c.Mail, Name: c.Name, Role: c.Role, Lang: i18n.Lang(c.Lang), Author: c.Author})
}

type userList struct{ config.Flags }

// Run is called by kong.
func (c *userList) Run(ctx context.Context) error {
	settings, err := load(c.Flags, config.Addresses{})
	if err != nil {
		return err
	}
	return app.ListUsers(ctx, settings)
}

type userRole struct {
	userMail
	Role string `arg:"" enum:"owner,editor,agent" help:"owner, editor or agent."`
}

// Run is called by kong.
func (c *userRole) Run(ctx context.Context) error {
	settings, err := load(c.Flags, config.Addresses{})
	if err != nil {
		return err
	}
	return app.SetUserRole(ctx, settings, c.Mail, c.Role)
}

type userRecover struct{ userMail }

// Run is called by kong.
func (c *userRecover) Run(ctx context.Context) error {
	settings, err := load(c.Flags, config.Addresses{})
	if err != nil {
		return err
	}
	return app.RecoverUser(ctx, settings, c.Mail)
}

type userDisable struct{ userMail }

// Run is called by kong.
func (c *userDisable) Run(ctx context.Context) error {
	settings, err := load(c.Flags, config.Addresses{})
	if err != nil {
		return err
	}
	return app.DisableUser(ctx, settings, c.Mail, true)
}

type userEnable struct{ userMail }

// Run is called by kong.
func (c *userEnable) Run(ctx context.Context) error {
	settings, err := load(c.Flags, config.Addresses{})
	if err != nil {
		return err
	}
	return app.DisableUser(ctx, settings, c.Mail, false)
}

type userRemove struct{ userMail }

// Run is called by kong.
func (c *userRemove) Run(ctx context.Context) error {
	settings, err := load(c.Flags, config.Addresses{})
	if err != nil {
		return err
	}
	return app.RemoveUser(ctx, settings, c.Mail)
}
