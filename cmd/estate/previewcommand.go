package main

import (
	"context"

	"estate/internal/app"
	"estate/internal/config"
)

// previewCommand prints a link under which a draft or a revision can be seen.
type previewCommand struct {
	config.Flags
	What string `arg:"" name:"link-or-id" help:"Link (/blog-post/), number (2001), or type and number (pages/2001) of what to show."`
}

// Run is called by kong.
func (c *previewCommand) Run(ctx context.Context) error {
	settings, err := c.Load("", "")
	if err != nil {
		return err
	}
	return app.Preview(ctx, settings, c.What)
}
