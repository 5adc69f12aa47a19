package main

import (
	"context"

	"estate/internal/app"
	"estate/internal/app/config"
)

// redirectsCommand imports and exports the redirects of the store as CSV.
type redirectsCommand struct {
	Import redirectsImport `cmd:"" help:"Import redirects from a CSV file: from,to[,status]."`
	Export redirectsExport `cmd:"" help:"Export all redirects to a CSV file."`
}

type redirectsImport struct {
	config.Flags
	File    string `arg:"" help:"CSV file with lines from,to[,status]; - for stdin."`
	Replace bool   `help:"Delete the redirects that are not in the file."`
}

type redirectsExport struct {
	config.Flags
	File string `arg:"" help:"CSV file to write; - for stdout."`
}

// Run is called by kong.
func (c *redirectsImport) Run(ctx context.Context) error {
	settings, err := load(c.Flags, config.Addresses{})
	if err != nil {
		return err
	}
	return app.ImportRedirects(ctx, settings, c.File, c.Replace)
}

// Run is called by kong.
func (c *redirectsExport) Run(ctx context.Context) error {
	settings, err := load(c.Flags, config.Addresses{})
	if err != nil {
		return err
	}
	return app.ExportRedirects(ctx, settings, c.File)
}
