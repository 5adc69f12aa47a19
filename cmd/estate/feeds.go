package main

import (
	"context"

	"estate/internal/app"
	"estate/internal/config"
)

// feedsCommand shows and controls the feeds.
type feedsCommand struct {
	Status    feedsStatus    `cmd:"" help:"Print the state of the feeds, or of one with its problems."`
	Preview   feedsPreview   `cmd:"" help:"Print what a run would change, without changing anything."`
	Run       feedsRun       `cmd:"" help:"Read a feed now."`
	Accept    feedsAccept    `cmd:"" help:"Confirm the removal of properties that disappeared from a feed in large numbers."`
	Join      feedsJoin      `cmd:"" help:"Make two properties one: the first stays with its number and link, the link of the second leads to it."`
	KeepApart feedsKeepApart `cmd:"" help:"Record that two properties are not the same, or undo a join."`
	Forget    feedsForget    `cmd:"" help:"End a feed that is no longer configured: keep its properties, or withdraw them."`
	Terms     feedsTerms     `cmd:"" help:"Print the words of feeds that have no term, as rows of the table of terms."`
	Template  feedsTemplate  `cmd:"" help:"Write a spreadsheet with the columns of a feed of kind csv."`
}

type feedsStatus struct {
	config.Flags
	Name string `arg:"" optional:"" help:"Name of a feed (default: all)."`
}

// Run is called by kong.
func (c *feedsStatus) Run(ctx context.Context) error {
	settings, err := c.Load(config.Addresses{})
	if err != nil {
		return err
	}
	return app.PrintFeeds(ctx, settings, c.Name)
}

type feedsPreview struct {
	config.Flags
	Name string `arg:"" help:"Name of the feed."`
}

// Run is called by kong.
func (c *feedsPreview) Run(ctx context.Context) error {
	settings, err := c.Load(config.Addresses{})
	if err != nil {
		return err
	}
	return app.PreviewFeed(ctx, settings, c.Name)
}

type feedsRun struct {
	adminFlags
	Name string `arg:"" help:"Name of the feed."`
	Full bool   `help:"Read everything, also what the source calls unchanged."`
}

// Run is called by kong.
func (c *feedsRun) Run(ctx context.Context) error {
	settings, err := c.Load(config.Addresses{AdminAddr: c.AdminAddr})
	if err != nil {
		return err
	}
	return app.RunFeed(ctx, settings, c.Name, c.Full)
}

type feedsAccept struct {
	adminFlags
	Name string `arg:"" help:"Name of the feed."`
}

// Run is called by kong.
func (c *feedsAccept) Run(ctx context.Context) error {
	settings, err := c.Load(config.Addresses{AdminAddr: c.AdminAddr})
	if err != nil {
		return err
	}
	return app.AcceptFeed(ctx, settings, c.Name)
}

type feedsJoin struct {
	adminFlags
	Keep  string `arg:"" help:"Number or reference of the property that stays."`
	Other string `arg:"" help:"Number or reference of the other one. It must come from a feed."`
}

// Run is called by kong.
func (c *feedsJoin) Run(ctx context.Context) error {
	settings, err := c.Load(config.Addresses{AdminAddr: c.AdminAddr})
	if err != nil {
		return err
	}
	return app.JoinProperties(ctx, settings, c.Keep, c.Other)
}

type feedsKeepApart struct {
	adminFlags
	A string `arg:"" help:"Number or reference of one property."`
	B string `arg:"" help:"Number or reference of the other one."`
}

// Run is called by kong.
func (c *feedsKeepApart) Run(ctx context.Context) error {
	settings, err := c.Load(config.Addresses{AdminAddr: c.AdminAddr})
	if err != nil {
		return err
	}
	return app.KeepPropertiesApart(ctx, settings, c.A, c.B)
}

type feedsForget struct {
	adminFlags
	Name     string `arg:"" help:"Name of the former feed."`
	Keep     bool   `help:"Keep its properties: they belong to the editors." xor:"do" required:""`
	Withdraw bool   `help:"Take its properties off the site, as if the feed had given them up." xor:"do" required:""`
}

// Run is called by kong.
func (c *feedsForget) Run(ctx context.Context) error {
	settings, err := c.Load(config.Addresses{AdminAddr: c.AdminAddr})
	if err != nil {
		return err
	}
	return app.ForgetFeed(ctx, settings, c.Name, c.Withdraw)
}

type feedsTerms struct{ config.Flags }

// Run is called by kong.
func (c *feedsTerms) Run(ctx context.Context) error {
	settings, err := c.Load(config.Addresses{})
	if err != nil {
		return err
	}
	return app.PrintFeedTerms(ctx, settings)
}

type feedsTemplate struct {
	File string `arg:"" optional:"" default:"-" help:"New file (default: -, stdout)."`
}

// Run is called by kong.
func (c *feedsTemplate) Run() error { return app.WriteFeedTemplate(c.File) }
