package main

import (
	"estate/internal/app/config"
	"estate/internal/platform/privilege"
)

// load reads the settings of a command. If root has started it, it works as the owner of the data folder from then on, so
// that the site can read and replace what the command leaves there.
func load(flags config.Flags, at config.Addresses) (config.Settings, error) {
	settings, err := flags.Load(at)
	if err != nil {
		return settings, err
	}
	return settings, privilege.ActAsOwner(settings.Data)
}
