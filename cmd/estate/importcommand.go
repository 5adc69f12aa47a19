package main

import (
	"context"

	"estate/internal/app"
	"estate/internal/config"
)

// importCommand takes an export, or a whole WordPress, into the store.
type importCommand struct {
	config.Flags
	File   string `arg:"" help:"Export to read, in any of its forms; - is stdin. Or the address of a WordPress to leave for good."`
	Strict bool   `help:"Take nothing at all when anything is wrong with it."`
}

// Run is called by kong.
func (c *importCommand) Run(ctx context.Context) error {
	if app.IsSite(c.File) {
		c.CMSURL, c.CMSMode = c.File, config.ModeReplica
		settings, err := c.Load("", "")
		if err != nil {
			return err
		}
		return app.ImportSite(ctx, settings)
	}
	settings, err := c.Load("", "")
	if err != nil {
		return err
	}
	return app.Import(ctx, settings, c.File, c.Strict)
}
