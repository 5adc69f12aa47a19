// Package locales embeds the dictionaries that Go, Vite and /locales/ share.
package locales
