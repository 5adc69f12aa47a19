// Package config holds every setting of the program: the TOML file, the flags and
// environment variables that override it, the defaults and the validation. It also
// builds the Config value of each package (packages.go). It opens no file but the
// configuration file and starts nothing: that is the work of internal/app.
//
// Start with settings.go. Each group of settings has a file of its own.
package config
