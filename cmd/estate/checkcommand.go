package main

import (
	"context"

	"estate/internal/app"
	"estate/internal/config"
)

// checkCommand tells whether the site could start, with which settings, and what
// is wrong with its content.
type checkCommand struct {
	config.Flags
	Addr string `help:"Address to listen on." placeholder:"HOST:PORT"`
	All  bool   `help:"List every finding, not the first of each kind."`
}

// Run is called by kong.
func (c *checkCommand) Run(ctx context.Context) error {
	settings, err := c.Load(c.Addr, "")
	if err != nil {
		return err
	}
	return app.Check(ctx, settings, c.All)
}
