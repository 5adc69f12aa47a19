package main

import (
	"context"

	"estate/internal/app"
	"estate/internal/config"
)

// demoCommand fills a store with the demo agency and generated homes.
type demoCommand struct {
	config.Flags
	Properties int    `help:"Number of generated homes, up to 1,000,000." default:"1000" placeholder:"N"`
	Seed       uint64 `help:"Equal seeds give equal homes." default:"1" placeholder:"S"`
}

// Run is called by kong.
func (c *demoCommand) Run(ctx context.Context) error {
	settings, err := c.Load("", "")
	if err != nil {
		return err
	}
	return app.FillDemo(ctx, settings, c.Properties, c.Seed)
}
