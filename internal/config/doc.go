// Package config holds every setting of the program: the TOML file, the flags and
// environment variables that override it, the defaults, and the checks. It also
// builds the Config value of each package from the settings (packages.go). It opens
// nothing and starts nothing: internal/app does.
//
// Start with settings.go.
package config
