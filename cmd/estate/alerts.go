package main

import (
	"context"

	"estate/internal/app"
	"estate/internal/app/config"
)

// alertsCommand manages the saved searches of visitors. The site may run at the same time.
type alertsCommand struct {
	List   alertsList   `cmd:"" help:"List saved searches."`
	Delete alertsDelete `cmd:"" help:"Erase all saved searches of mail addresses."`
}

type alertsList struct {
	config.Flags
}

// Run is called by kong.
func (c *alertsList) Run(ctx context.Context) error {
	settings, err := load(c.Flags, config.Addresses{})
	if err != nil {
		return err
	}
	return app.ListAlerts(ctx, settings)
}

type alertsDelete struct {
	config.Flags
	Addresses []string `arg:"" name:"address" help:"Mail addresses."`
}

// Run is called by kong.
func (c *alertsDelete) Run(ctx context.Context) error {
	settings, err := load(c.Flags, config.Addresses{})
	if err != nil {
		return err
	}
	return app.DeleteAlerts(ctx, settings, c.Addresses)
}
