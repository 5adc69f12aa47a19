package content

import "estate/internal/content/i18n"

// Published is the number of published entities of one type in one language.
type Published struct {
	Type  Type
	Lang  i18n.Lang // "" for entities with all languages
	Count int
}
