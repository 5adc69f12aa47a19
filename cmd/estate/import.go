package main

import (
	"context"

	"estate/internal/app"
	"estate/internal/app/config"
)

// importCommand imports an export file or a whole WordPress into the store.
type importCommand struct {
	config.Flags
	File   string `arg:"" help:"Export file in any format or of WordPress, - for stdin, or the address of a WordPress to copy once."`
	Strict bool   `help:"Import nothing if a line of the file has an error."`

	Replace bool `help:"Replace records as a whole: what a line does not name is removed (default: it stays)."`
	DryRun  bool `help:"Print what would change, and change nothing."`
}

// Run is called by kong.
func (c *importCommand) Run(ctx context.Context) error {
	isSite := app.IsSiteAddress(c.File)
	if isSite {
		c.CMSURL, c.CMSMode = c.File, config.ModeReplica
	}
	settings, err := load(c.Flags, config.Addresses{})
	if err != nil {
		return err
	}
	if isSite {
		return app.ImportSite(ctx, settings)
	}
	return app.Import(ctx, settings, c.File, app.ImportOptions{Strict: c.Strict, Replace: c.Replace, DryRun: c.DryRun})
}

// undoCommand undoes the last import of a file.
type undoCommand struct{ config.Flags }

// Run is called by kong.
func (c *undoCommand) Run(ctx context.Context) error {
	settings, err := load(c.Flags, config.Addresses{})
	if err != nil {
		return err
	}
	return app.Undo(ctx, settings)
}
