package main

import (
	"context"

	"estate/internal/app"
	"estate/internal/config"
)

// leadsCommand looks after the enquiries of a data folder. It may run beside the site.
type leadsCommand struct {
	List   leadsList   `cmd:"" help:"Show enquiries and how far they got."`
	Export leadsExport `cmd:"" help:"Write enquiries to a file: .csv or .jsonl."`
	Retry  leadsRetry  `cmd:"" help:"Send enquiries again: those that failed, or the named ones."`
	Delete leadsDelete `cmd:"" help:"Delete enquiries for good: named ones, or those before a date."`
}

type leadsList struct {
	config.Flags
	Spam bool `help:"Show those that a trap caught."`
}

// Run is called by kong.
func (c *leadsList) Run(ctx context.Context) error {
	settings, err := c.Load("", "")
	if err != nil {
		return err
	}
	return app.ListLeads(ctx, settings, c.Spam)
}

type leadsExport struct {
	config.Flags
	File string `arg:"" help:"File to write; its ending says how: .csv or .jsonl."`
	Spam bool   `help:"Write those that a trap caught."`
}

// Run is called by kong.
func (c *leadsExport) Run(ctx context.Context) error {
	settings, err := c.Load("", "")
	if err != nil {
		return err
	}
	return app.ExportLeads(ctx, settings, c.File, c.Spam)
}

type leadsRetry struct {
	config.Flags
	IDs []int64 `arg:"" optional:"" name:"id" help:"Enquiries to send again; none means all that failed, and those stored while nothing delivered them."`
}

// Run is called by kong.
func (c *leadsRetry) Run(ctx context.Context) error {
	settings, err := c.Load("", "")
	if err != nil {
		return err
	}
	return app.RetryLeads(ctx, settings, c.IDs)
}

type leadsDelete struct {
	config.Flags
	IDs    []int64 `arg:"" optional:"" name:"id" help:"Enquiries to delete."`
	Before string  `help:"Delete every enquiry from before this day." placeholder:"YYYY-MM-DD"`
}

// Run is called by kong.
func (c *leadsDelete) Run(ctx context.Context) error {
	settings, err := c.Load("", "")
	if err != nil {
		return err
	}
	return app.DeleteLeads(ctx, settings, c.IDs, c.Before)
}
