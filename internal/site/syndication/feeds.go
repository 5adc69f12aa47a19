// Package syndication writes feeds: RSS of lists of posts, Atom of searches. The server decides which list an address
// names, and sends the feed.
package syndication

import (
	"estate/internal/content"
	"estate/internal/media"
	"estate/internal/site/compose"
)

// Feeds writes the feeds of a site.
type Feeds struct {
	SiteURL  string // public address, without a final slash
	Source   content.Source
	Composer *compose.Composer
	Pictures *media.Library // nil without pictures
}
