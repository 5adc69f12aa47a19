package main

import (
	"context"
	"os"

	"estate/internal/app"
	"estate/internal/app/config"
)

// upgradeCheckCommand compares the program with the settings and data of another version. It
// changes nothing, and can run beside the old program.
type upgradeCheckCommand struct {
	config.Flags
}

// Run is called by kong.
func (c *upgradeCheckCommand) Run(ctx context.Context) error {
	settings, err := load(c.Flags, config.Addresses{})
	if err != nil {
		return err
	}
	return app.UpgradeCheck(ctx, os.Stdout, settings)
}
