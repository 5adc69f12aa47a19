package content

import "estate/internal/i18n"

// Published is how much of one type is published in one language.
type Published struct {
	Type  Type
	Lang  i18n.Lang // "" for what carries all languages itself
	Count int
}
