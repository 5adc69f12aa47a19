package main

import (
	"context"

	"estate/internal/app"
	"estate/internal/app/config"
)

// demoCommand fills a store with the demo agency and generated properties.
type demoCommand struct {
	config.Flags
	Properties int    `help:"Number of generated properties, at most 1,000,000." default:"1000" placeholder:"N"`
	Remove     bool   `help:"Remove the homes, people and posts of the demo, and keep its pages and menus."`
	Seed       uint64 `help:"Seed of the generator; equal seeds give equal properties." default:"1" placeholder:"S"`
}

// Run is called by kong.
func (c *demoCommand) Run(ctx context.Context) error {
	settings, err := load(c.Flags, config.Addresses{})
	if err != nil {
		return err
	}
	if c.Remove {
		return app.RemoveDemo(ctx, settings)
	}
	return app.FillDemo(ctx, settings, c.Properties, c.Seed)
}
