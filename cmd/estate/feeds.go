package main

import (
	"context"
	"os"

	"estate/internal/app"
	"estate/internal/app/config"
)

// feedsCommand shows and controls the feeds.
type feedsCommand struct {
	Add       feedsAdd       `cmd:"" help:"Add a feed to the configuration file, or print what to add."`
	Status    feedsStatus    `cmd:"" help:"Print the state of the feeds, or of one with its problems."`
	Preview   feedsPreview   `cmd:"" help:"Print what a run would change, without changing anything."`
	Run       feedsRun       `cmd:"" help:"Read a feed now."`
	Accept    feedsAccept    `cmd:"" help:"Confirm what a feed holds back: the removal of properties that disappeared in large numbers, and prices that jumped."`
	Join      feedsJoin      `cmd:"" help:"Make two properties one: the first stays with its number and link, the link of the second leads to it."`
	KeepApart feedsKeepApart `cmd:"" help:"Record that two properties are not the same, or undo a join."`
	Forget    feedsForget    `cmd:"" help:"End a feed that is no longer configured: keep its properties, or withdraw them."`
	Terms     feedsTerms     `cmd:"" help:"Print the words of feeds that have no term, as rows of the table of terms."`
	Template  feedsTemplate  `cmd:"" help:"Write a spreadsheet with the columns of a feed of kind csv."`
}

// feedsAdd has a flag for each setting of a feed. User and password have none: every user of the machine can
// list command lines.
type feedsAdd struct {
	Config string `help:"Configuration file (TOML) to add it to (default: none, print the table)." placeholder:"FILE"`
	Print  bool   `help:"Print the table and write no file."`
	Name   string `arg:"" help:"Name of the feed: lower-case letters, digits and hyphens. It never changes."`
	Kind   string `help:"kyero, resales or csv." required:"" placeholder:"KIND"`

	Address      string          `help:"Address or path of the file. Leave it out if it holds a key, and set ESTATE_FEED_{NAME}_ADDRESS." placeholder:"URL"`
	PasswordFile string          `help:"File with the password." placeholder:"FILE"`
	Every        config.Duration `help:"Interval of runs (default: 1h)." placeholder:"TIME"`
	FullEvery    config.Duration `help:"Interval of complete comparisons (default: 24h)." placeholder:"TIME"`
	MaxRemoved   *float64        `help:"Largest share that is removed without a person, 0 for none (default: 0.05)." placeholder:"SHARE"`

	OwnOnly        bool     `help:"Leave out properties of other agencies."`
	Shared         bool     `help:"All are properties of other agencies."`
	Mode           string   `help:"Offer of properties whose feed names none: sale, month, week or day (default: they are left out)." placeholder:"MODE"`
	Modes          []string `help:"Only these: sale, month, week, day." placeholder:"MODE"`
	MinPrice       int      `help:"Lowest price of sales." placeholder:"EUROS"`
	Towns          []string `help:"Only these towns." placeholder:"TOWN"`
	ExactPositions bool     `help:"Show own positions exactly."`
	NoPictures     bool     `help:"Fetch no pictures."`
	PrivateHosts   []string `help:"Hosts of pictures with http or private addresses." placeholder:"HOST"`

	Filters         []string `help:"Of resales: predefined filters (1 to 4) or ids of searches (default: 1)." placeholder:"ID"`
	OwnFilters      []string `help:"Of resales: searches with own properties only." placeholder:"ID"`
	NewDevelopments string   `help:"Of resales: include (default), exclude or only." placeholder:"WHICH"`
	Languages       []string `help:"Of resales: languages of descriptions (default: en, es)." placeholder:"LANG"`
	Sandbox         bool     `help:"Of resales: the test data of the service."`
	PerSecond       float64  `help:"Of resales: requests a second (default: 2.5)." placeholder:"N"`
	RegisterLeads   bool     `help:"Of resales: send enquiries about its properties back."`
}

// Run is called by kong.
func (c *feedsAdd) Run() error {
	feed := config.Feed{
		Name: c.Name, Kind: c.Kind, Address: c.Address, PasswordFile: c.PasswordFile, Every: c.Every, FullEvery: c.FullEvery,
		MaxRemoved: c.MaxRemoved,
		OwnOnly:    c.OwnOnly, Shared: c.Shared, Mode: c.Mode, Modes: c.Modes, MinPrice: c.MinPrice, Towns: c.Towns,
		ExactPositions: c.ExactPositions, NoPictures: c.NoPictures, PrivateHosts: c.PrivateHosts, Filters: c.Filters, OwnFilters: c.OwnFilters,
		NewDevelopments: c.NewDevelopments, Languages: c.Languages, Sandbox: c.Sandbox, PerSecond: c.PerSecond, RegisterLeads: c.RegisterLeads,
	}
	file := c.Config
	if c.Print {
		file = ""
	}
	return app.AddFeed(os.Stdout, os.Stderr, file, feed)
}

type feedsStatus struct {
	config.Flags
	Name string `arg:"" optional:"" help:"Name of a feed (default: all)."`
}

// Run is called by kong.
func (c *feedsStatus) Run(ctx context.Context) error {
	settings, err := load(c.Flags, config.Addresses{})
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
	settings, err := load(c.Flags, config.Addresses{})
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
	settings, err := load(c.Flags, config.Addresses{AdminAddr: c.AdminAddr})
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
	settings, err := load(c.Flags, config.Addresses{AdminAddr: c.AdminAddr})
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
	settings, err := load(c.Flags, config.Addresses{AdminAddr: c.AdminAddr})
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
	settings, err := load(c.Flags, config.Addresses{AdminAddr: c.AdminAddr})
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
	settings, err := load(c.Flags, config.Addresses{AdminAddr: c.AdminAddr})
	if err != nil {
		return err
	}
	return app.ForgetFeed(ctx, settings, c.Name, c.Withdraw)
}

type feedsTerms struct{ config.Flags }

// Run is called by kong.
func (c *feedsTerms) Run(ctx context.Context) error {
	settings, err := load(c.Flags, config.Addresses{})
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
