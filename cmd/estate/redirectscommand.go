package main

import (
	"context"

	"estate/internal/app"
	"estate/internal/config"
)

// redirectsCommand keeps the table of old links in a file that a spreadsheet reads.
type redirectsCommand struct {
	Import redirectsImport `cmd:"" help:"Take old-to-new pairs from a CSV file: from,to[,status]."`
	Export redirectsExport `cmd:"" help:"Write all pairs to a CSV file."`
}

type redirectsImport struct {
	config.Flags
	File    string `arg:"" help:"CSV file with lines from,to[,status]; - is stdin."`
	Replace bool   `help:"Remove the pairs that the file does not have."`
}

type redirectsExport struct {
	config.Flags
	File string `arg:"" help:"CSV file to write; - is stdout."`
}

// Run is called by kong.
func (c *redirectsImport) Run(ctx context.Context) error {
	settings, err := c.Load("", "")
	if err != nil {
		return err
	}
	return app.ImportRedirects(ctx, settings, c.File, c.Replace)
}

// Run is called by kong.
func (c *redirectsExport) Run(ctx context.Context) error {
	settings, err := c.Load("", "")
	if err != nil {
		return err
	}
	return app.ExportRedirects(ctx, settings, c.File)
}
