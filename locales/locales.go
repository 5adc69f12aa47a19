package locales

import "embed"

// Files holds {lng}/{ns}.json for every declared language.
//
//go:embed */*.json
var Files embed.FS
