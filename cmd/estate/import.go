package main

import (
	"context"

	"estate/internal/app"
	"estate/internal/app/config"
)

// importCommand imports an export file or a whole WordPress into the store.
type importCommand struct {
	config.Flags
	File   string `arg:"" help:"Export file in any format, - for stdin, or the address of a WordPress to copy once."`
	Strict bool   `help:"Import nothing if a line of the file has an error."`
}

// Run is called by kong.
func (c *importCommand) Run(ctx context.Context) error {
	isSite := app.IsSiteAddress(c.File)
	if isSite {
		c.CMSURL, c.CMSMode = c.File, config.ModeReplica
	}
	settings, err := c.Load(config.Addresses{})
	if err != nil {
		return err
	}
	if isSite {
		return app.ImportSite(ctx, settings)
	}
	return app.Import(ctx, settings, c.File, c.Strict)
}
