package main

import (
	"context"

	"estate/internal/app"
	"estate/internal/config"
)

// exportCommand writes everything the store holds into one file.
type exportCommand struct {
	config.Flags
	File   string `arg:"" help:"File to write: .tar.zst or .tar with pictures, .jsonl without; - is stdout."`
	Format string `help:"Form of the export, where the name does not tell it: tar.zst, tar or jsonl." placeholder:"FORM"`
}

// Run is called by kong.
func (c *exportCommand) Run(ctx context.Context) error {
	settings, err := c.Load("", "")
	if err != nil {
		return err
	}
	return app.Export(ctx, settings, c.File, c.Format)
}
