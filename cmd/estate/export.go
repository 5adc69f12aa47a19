package main

import (
	"context"

	"estate/internal/app"
	"estate/internal/app/config"
)

// exportCommand writes the whole content of the store to one file.
type exportCommand struct {
	config.Flags
	File   string `arg:"" help:"File to write: .tar.zst or .tar with pictures, .jsonl without; - for stdout."`
	Format string `help:"Format if the file name does not show it: tar.zst, tar or jsonl." placeholder:"FORMAT"`
}

// Run is called by kong.
func (c *exportCommand) Run(ctx context.Context) error {
	settings, err := c.Load(config.Addresses{})
	if err != nil {
		return err
	}
	return app.Export(ctx, settings, c.File, c.Format)
}
