package main

import (
	"context"

	"estate/internal/app"
	"estate/internal/app/config"
)

// leadsCommand manages the enquiries of a data folder. The site may run at the same time.
type leadsCommand struct {
	List     leadsList     `cmd:"" help:"List enquiries and their deliveries."`
	Show     leadsShow     `cmd:"" help:"Print enquiries with their message and deliveries."`
	Export   leadsExport   `cmd:"" help:"Export enquiries to a file: .csv or .jsonl."`
	Retry    leadsRetry    `cmd:"" help:"Deliver enquiries again: all failed ones, or the given ids."`
	Policy   leadsPolicy   `cmd:"" help:"List the privacy policies that visitors agreed to, or print the text of one."`
	Answered leadsAnswered `cmd:"" help:"Mark enquiries as answered."`
	Erase    leadsErase    `cmd:"" help:"Erase everything of mail addresses: enquiries, mails that wait, saved searches."`
	Delete   leadsDelete   `cmd:"" help:"Delete enquiries permanently: the given ids, or all before a date."`
}

// leadsFilter are the flags that select enquiries.
type leadsFilter struct {
	Spam    bool   `help:"The enquiries classified as spam."`
	Open    bool   `help:"Only those that are not answered."`
	Since   string `help:"Only those received on this day or later." placeholder:"YYYY-MM-DD"`
	Before  string `help:"Only those received before this day." placeholder:"YYYY-MM-DD"`
	Address string `help:"Only those of this mail address." placeholder:"ADDRESS"`
}

type leadsList struct {
	config.Flags
	leadsFilter
}

// Run is called by kong.
func (c *leadsList) Run(ctx context.Context) error {
	settings, err := load(c.Flags, config.Addresses{})
	if err != nil {
		return err
	}
	return app.ListLeads(ctx, settings, app.LeadFilter(c.leadsFilter))
}

type leadsShow struct {
	config.Flags
	IDs []string `arg:"" name:"id" help:"Ids of the enquiries; NODE:ID for one of another node."`
}

// Run is called by kong.
func (c *leadsShow) Run(ctx context.Context) error {
	settings, err := load(c.Flags, config.Addresses{})
	if err != nil {
		return err
	}
	return app.ShowLeads(ctx, settings, c.IDs)
}

type leadsAnswered struct {
	config.Flags
	IDs    []string `arg:"" name:"id" help:"Ids of the enquiries."`
	Reopen bool     `help:"Mark them as not answered."`
}

// Run is called by kong.
func (c *leadsAnswered) Run(ctx context.Context) error {
	settings, err := load(c.Flags, config.Addresses{})
	if err != nil {
		return err
	}
	return app.AnswerLeads(ctx, settings, c.IDs, c.Reopen)
}

type leadsErase struct {
	config.Flags
	Addresses []string `arg:"" name:"address" help:"Mail addresses."`
}

// Run is called by kong.
func (c *leadsErase) Run(ctx context.Context) error {
	settings, err := load(c.Flags, config.Addresses{})
	if err != nil {
		return err
	}
	return app.EraseAddresses(ctx, settings, c.Addresses)
}

type leadsExport struct {
	config.Flags
	File string `arg:"" help:"File to write, with the extension .csv or .jsonl."`
	leadsFilter
}

// Run is called by kong.
func (c *leadsExport) Run(ctx context.Context) error {
	settings, err := load(c.Flags, config.Addresses{})
	if err != nil {
		return err
	}
	return app.ExportLeads(ctx, settings, c.File, app.LeadFilter(c.leadsFilter))
}

type leadsRetry struct {
	config.Flags
	IDs []int64 `arg:"" optional:"" name:"id" help:"Ids of the enquiries to deliver again (default: all that failed or have no delivery)."`
}

// Run is called by kong.
func (c *leadsRetry) Run(ctx context.Context) error {
	settings, err := load(c.Flags, config.Addresses{})
	if err != nil {
		return err
	}
	return app.RetryLeads(ctx, settings, c.IDs)
}

type leadsPolicy struct {
	config.Flags
	Version string `arg:"" optional:"" help:"Version, or its beginning, of the policy to print (default: list all)."`
}

// Run is called by kong.
func (c *leadsPolicy) Run(ctx context.Context) error {
	settings, err := load(c.Flags, config.Addresses{})
	if err != nil {
		return err
	}
	return app.PrintPolicies(ctx, settings, c.Version)
}

type leadsDelete struct {
	config.Flags
	IDs    []string `arg:"" optional:"" name:"id" help:"Ids of the enquiries to delete; NODE:ID for one of another node."`
	Before string   `help:"Delete all enquiries received before this day." placeholder:"YYYY-MM-DD"`
}

// Run is called by kong.
func (c *leadsDelete) Run(ctx context.Context) error {
	settings, err := load(c.Flags, config.Addresses{})
	if err != nil {
		return err
	}
	return app.DeleteLeads(ctx, settings, c.IDs, c.Before)
}
