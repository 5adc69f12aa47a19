package main

import (
	"context"

	"estate/internal/app"
	"estate/internal/app/config"
)

// previewCommand prints a link that shows a draft or a revision.
type previewCommand struct {
	config.Flags
	What string `arg:"" name:"link-or-id" help:"Link (/blog-post/), id (2001), or endpoint and id (pages/2001) of the content."`
}

// Run is called by kong.
func (c *previewCommand) Run(ctx context.Context) error {
	settings, err := load(c.Flags, config.Addresses{})
	if err != nil {
		return err
	}
	return app.Preview(ctx, settings, c.What)
}
