// Package wordpress is a client of a remote WordPress REST API (routing §5 and §6): the
// content.Source of live mode, and the source of a replica. It builds requests, handles the
// responses that a real WordPress gives, and decodes its loosely typed JSON into content
// entities.
//
// It caches only what the CMS is: its optional endpoints, languages, page size, and post type of properties. themes.toml has
// the names under which themes keep a home. Start with Client. node.go reads
// values that may be false, "", [] or a number as text. completelist.go, stamps.go and
// entities.go read complete lists for a replica.
package wordpress
