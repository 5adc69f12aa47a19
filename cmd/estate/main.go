// Command estate is the website of a real-estate agency: content, search,
// rendering and pictures in one program.
//
// `estate serve` runs the site. Each subcommand has a file here: kong parses its
// flags into a struct, and its Run method calls internal/app. The settings are in
// internal/app/config.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/alecthomas/kong"

	"estate/internal/app/version"
	"estate/internal/platform/redact"
)

// commands are the subcommands, as `estate --help` lists them.
type commands struct {
	Serve        serveCommand        `cmd:"" help:"Serve the site."`
	Check        checkCommand        `cmd:"" help:"Print the settings in effect and check the content."`
	UpgradeCheck upgradeCheckCommand `cmd:"" help:"Check whether this version of the program can take over the settings and data of an older one."`
	Import       importCommand       `cmd:"" help:"Import a file of estate export, or a whole WordPress by its address."`
	Undo         undoCommand         `cmd:"" help:"Bring back what the last import of a file has changed."`
	Export       exportCommand       `cmd:"" help:"Write the whole content of the store to one file."`
	Redirects    redirectsCommand    `cmd:"" help:"Import or export the redirects of the store as CSV."`
	Map          mapCommand          `cmd:"" help:"Import the tiles of the map from a PMTiles file."`
	Channels     channelsCommand     `cmd:"" help:"Show what portals get."`
	Preview      previewCommand      `cmd:"" help:"Print a preview link of a draft, valid for 30 minutes."`
	Leads        leadsCommand        `cmd:"" help:"List, show, answer, export, retry and erase enquiries."`
	Alerts       alertsCommand       `cmd:"" help:"List and erase saved searches of visitors."`
	User         userCommand         `cmd:"" help:"Add, list, recover, disable and remove users of the studio."`
	Mail         mailCommand         `cmd:"" help:"Send a test mail."`
	Backup       backupCommand       `cmd:"" help:"Write a snapshot of the site into a backup, also while it runs."`
	Restore      restoreCommand      `cmd:"" help:"Restore a snapshot of a backup into a new data folder."`
	Replica      replicaCommand      `cmd:"" help:"Show and control the replica of a CMS."`
	Feeds        feedsCommand        `cmd:"" help:"Show and control the feeds that properties come in from."`
	Demo         demoCommand         `cmd:"" help:"Fill a store with generated properties."`

	Version     versionCommand   `cmd:"" help:"Print the version."`
	VersionFlag kong.VersionFlag `name:"version" help:"Print the version and exit."`
}

// versionCommand prints what the flag --version prints.
type versionCommand struct{}

// Run is called by kong.
func (versionCommand) Run() error {
	fmt.Println("estate " + version.String())
	return nil
}

// interruptGrace is the time that a command has to end by itself after SIGINT or SIGTERM.
const interruptGrace = 3 * time.Second

// endAfterGrace ends a command that no context reaches, such as one that waits for the other end of a named pipe.
func endAfterGrace() {
	time.Sleep(interruptGrace)
	fmt.Fprintln(os.Stderr, "estate: interrupted")
	os.Exit(1)
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	var cli commands
	parser := kong.Must(&cli,
		kong.Name("estate"),
		kong.Description("The website of a real-estate agency. Each flag can also be set as an environment variable ESTATE_…."),
		kong.DefaultEnvars("ESTATE"),
		kong.UsageOnError(),
		kong.Vars{"version": "estate " + version.String()},
		kong.ConfigureHelp(kong.HelpOptions{Compact: true}),
		kong.BindTo(ctx, (*context.Context)(nil)),
	)
	command, err := parser.Parse(os.Args[1:])
	parser.FatalIfErrorf(err)
	if command.Command() != "serve" { // which ends by its own deadline
		context.AfterFunc(ctx, endAfterGrace)
	}
	if err := command.Run(); err != nil {
		fmt.Fprintln(os.Stderr, "estate:", redact.Text(err.Error()))
		os.Exit(1)
	}
}
