package main

import (
	"context"

	"estate/internal/app"
	"estate/internal/app/config"
)

// checkCommand prints the settings in effect and the findings in the content.
type checkCommand struct {
	config.Flags
	Addr string `help:"Address to listen on." placeholder:"HOST:PORT"`
	All  bool   `help:"List every finding, not only the first 10 of each group."`
}

// Run is called by kong.
func (c *checkCommand) Run(ctx context.Context) error {
	settings, err := load(c.Flags, config.Addresses{Addr: c.Addr})
	if err != nil {
		return err
	}
	return app.Check(ctx, settings, c.All)
}
