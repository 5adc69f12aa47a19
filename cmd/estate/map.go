package main

import (
	"estate/internal/app"
	"estate/internal/app/config"
)

// mapCommand manages the tiles of the map.
type mapCommand struct {
	Import mapImport `cmd:"" help:"Check a PMTiles file and use it for the map. A running site notices it within seconds."`
	Remove mapRemove `cmd:"" help:"Remove the imported tiles: the map has the built-in ones."`
}

type mapImport struct {
	config.Flags
	File   string `arg:"" help:"PMTiles file, version 3, with vector tiles of the Protomaps basemap."`
	Credit string `help:"Credit of the tiles; default: the attribution of the file." placeholder:"TEXT"`
}

type mapRemove struct {
	config.Flags
}

// Run is called by kong.
func (c *mapImport) Run() error {
	settings, err := load(c.Flags, config.Addresses{})
	if err != nil {
		return err
	}
	return app.ImportMap(settings, c.File, c.Credit)
}

// Run is called by kong.
func (c *mapRemove) Run() error {
	settings, err := load(c.Flags, config.Addresses{})
	if err != nil {
		return err
	}
	return app.RemoveMap(settings)
}
