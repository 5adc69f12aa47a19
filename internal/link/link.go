package link

import "estate/internal/i18n"

// Link is an address inside the site, taken apart. The query is kept as raw text.
type Link struct {
	// Route is the path without page/{n}/, with its final slash and its language prefix.
	Route string
	// Page is the page number; 1 when the link names none, 0 when it says page/0.
	Page int
	// Query maps raw keys to raw values; the last of a repeated key won.
	Query map[string]string
	// Hash is "" or begins with '#'.
	Hash string
	// Lang is the language that the prefix selects.
	Lang i18n.Lang
	// Path is Route without the language prefix: what the permalink table matches.
	Path string
}
