package main

import (
	"context"
	"os"

	"estate/internal/app"
	"estate/internal/app/config"
)

// channelsCommand shows what portals get.
type channelsCommand struct {
	Status channelsStatus `cmd:"" help:"Print for each channel how many properties it sends, and why others are left out."`
	Accept channelsAccept `cmd:"" help:"Confirm a file that many properties are missing from. The running site publishes it."`
}

type channelsStatus struct {
	config.Flags
	Name     string `arg:"" optional:"" help:"Channel (default: all)."`
	Property string `help:"Print where one property is, and why not in the others." placeholder:"REFERENCE"`
}

type channelsAccept struct {
	config.Flags
	Name string `arg:"" help:"Channel to confirm."`
}

// Run is called by kong.
func (c *channelsStatus) Run(ctx context.Context) error {
	settings, err := load(c.Flags, config.Addresses{})
	if err != nil {
		return err
	}
	if c.Property != "" {
		return app.PrintPropertyInChannels(ctx, settings, os.Stdout, c.Property)
	}
	return app.PrintChannels(settings, c.Name)
}

// Run is called by kong.
func (c *channelsAccept) Run() error {
	settings, err := load(c.Flags, config.Addresses{})
	if err != nil {
		return err
	}
	return app.AcceptChannel(settings, c.Name)
}
