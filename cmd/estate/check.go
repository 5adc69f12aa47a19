package main

import (
	"context"
	"fmt"
	"os"

	"github.com/BurntSushi/toml"

	"estate/internal/route"
	"estate/internal/ssr"
	"estate/internal/store"
)

// checkCommand tells whether the site could start, and with which settings.
type checkCommand struct {
	flags
	Addr string `help:"Address to listen on." placeholder:"HOST:PORT"`
}

// Run is called by kong.
func (c *checkCommand) Run(ctx context.Context) error {
	settings, err := c.load(c.Addr, "")
	if err != nil {
		return err
	}
	fmt.Println("# Every setting in force, as a configuration file would say it.")
	if err := toml.NewEncoder(os.Stdout).Encode(settings); err != nil {
		return fmt.Errorf("print settings: %w", err)
	}
	if _, err := route.NewTable(settings.routes()); err != nil {
		return fmt.Errorf("permalink table: %w", err)
	}
	fmt.Println()
	if node, version, err := ssr.FindNode(settings.Node, nearProgram()); err != nil {
		fmt.Println("node: none;", err)
	} else {
		fmt.Printf("node: %s (%s)\n", node, version)
	}
	return checkStore(ctx, settings)
}

func checkStore(ctx context.Context, s settings) error {
	if _, err := os.Stat(s.storeFile()); os.IsNotExist(err) {
		fmt.Printf("store: %s is not there yet; the first start makes it with the demo agency\n", s.storeFile())
		return nil
	}
	st, err := store.Open(ctx, store.Config{Path: s.storeFile(), SiteURL: s.SiteURL, ReadOnly: true})
	if err != nil {
		return err
	}
	defer func() { _ = st.Close() }() // nothing was written
	counts := map[string]int{}
	for row, err := range st.Rows(ctx) {
		if err != nil {
			return err
		}
		counts[string(row.Kind)]++
	}
	fmt.Printf("store: %s has %d properties and %d developments\n", s.storeFile(), counts["properties"], counts["developments"])
	if _, err := os.ReadDir(s.originals()); err != nil && !os.IsNotExist(err) {
		return fmt.Errorf("pictures: %w", err)
	}
	return nil
}
