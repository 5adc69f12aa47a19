package main

import (
	"context"
	"errors"
	"os"

	"estate/internal/app"
	"estate/internal/app/config"
	"estate/internal/store/contentfile"
)

// exportCommand writes the whole content of the store to one file.
type exportCommand struct {
	config.Flags
	File   string `arg:"" optional:"" help:"File to write: .tar.zst or .tar with pictures, .jsonl without; - for stdout."`
	Schema bool   `help:"Print the JSON schema of the lines of a file, and export nothing."`
	Format string `help:"Format if the file name does not show it: tar.zst, tar or jsonl." placeholder:"FORMAT"`
}

// Run is called by kong.
func (c *exportCommand) Run(ctx context.Context) error {
	if c.Schema {
		return contentfile.WriteSchema(os.Stdout)
	}
	if c.File == "" {
		return errors.New("name the file to write, such as content.tar.zst, or - for stdout")
	}
	settings, err := load(c.Flags, config.Addresses{})
	if err != nil {
		return err
	}
	return app.Export(ctx, settings, c.File, c.Format)
}
