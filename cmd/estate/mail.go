package main

import (
	"context"

	"estate/internal/app"
	"estate/internal/app/config"
)

// mailCommand is about the mails of the site.
type mailCommand struct {
	Test mailTest `cmd:"" help:"Send a test mail to an address."`
}

type mailTest struct {
	config.Flags
	Address string `arg:"" help:"Mail address that gets the test mail."`
}

// Run is called by kong.
func (c *mailTest) Run(ctx context.Context) error {
	settings, err := load(c.Flags, config.Addresses{})
	if err != nil {
		return err
	}
	return app.TestMail(ctx, settings, c.Address)
}
