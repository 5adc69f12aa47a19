// Command estate is the website of a real-estate agency: content, search,
// rendering and pictures in one program.
//
// `estate serve` runs it; every subcommand is a method of a struct in this
// folder. config.go and a config….go for each group hold the settings, wire.go puts
// the parts together.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"github.com/alecthomas/kong"
)

// commands are the subcommands, as `estate --help` lists them.
type commands struct {
	Serve     serveCommand     `cmd:"" help:"Serve the site."`
	Check     checkCommand     `cmd:"" help:"Check configuration and content, and tell what the settings are."`
	Import    importCommand    `cmd:"" help:"Take an export, or a whole WordPress by its address, into the store."`
	Export    exportCommand    `cmd:"" help:"Write everything the store holds into one file."`
	Redirects redirectsCommand `cmd:"" help:"Take old-to-new links from a CSV file, or write them to one."`
	Preview   previewCommand   `cmd:"" help:"Print a link that shows a draft for half an hour."`
	Leads     leadsCommand     `cmd:"" help:"Look after enquiries."`
	Replica   replicaCommand   `cmd:"" help:"Look after the copy of a CMS."`
	Demo      demoCommand      `cmd:"" help:"Fill a store with generated homes."`
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	var cli commands
	parser := kong.Must(&cli,
		kong.Name("estate"),
		kong.Description("The website of a real-estate agency. Every flag is also read from the environment as ESTATE_…"),
		kong.DefaultEnvars("ESTATE"),
		kong.UsageOnError(),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true}),
		kong.BindTo(ctx, (*context.Context)(nil)),
	)
	command, err := parser.Parse(os.Args[1:])
	parser.FatalIfErrorf(err)
	if err := command.Run(); err != nil {
		fmt.Fprintln(os.Stderr, "estate:", err)
		os.Exit(1)
	}
}
