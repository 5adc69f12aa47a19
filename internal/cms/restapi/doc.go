// Package restapi serves the agency's content as the WordPress REST API: posts,
// pages, media, categories, tags, users, properties and developments, the options
// record, the Instagram feed and the reference lookup; Spanish below /es. Any client
// of WordPress can read it. Where its source can list ids and old links, another
// Estate can replicate it like a WordPress with the agency's plugin (estate.go).
//
// It only reads. Statuses, error codes, headers and shapes are WordPress's own
// (routing §16); filters and fields of properties are those of the plugin
// (specification §3.12 and §3.20). Differences from WordPress: terms have the
// editor's order unless orderby is given, every author is public, responses have an
// ETag, and a page past the end still has the totals.
//
// Start with New (api.go). A request goes through routes.go to a handler (list.go,
// single.go, terms.go, site.go), which turns entities into items (shape_….go);
// item.go adds links and embedded entities, response.go makes the response, write.go
// sends it.
package restapi
