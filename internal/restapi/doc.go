// Package restapi serves the agency's content as the REST API of WordPress, so
// that whatever reads a WordPress can read the site: posts, pages, media,
// categories, tags, users, properties and developments, the options record, the
// Instagram feed and the look-up of references; Spanish beneath /es. Where its source
// can tell, ids and old links come as whole lists, so that a replica can be made of
// the site as of a WordPress with the agency's plugin (estate.go).
//
// It reads and never writes. Statuses, error codes, headers and shapes are
// WordPress's own (routing §16); what an agency's plugin would add
// (filters of homes, their fields) is that of specification §3.12 and §3.20. It differs from
// WordPress where that helps: terms come in the editor's order unless orderby is
// given, every author is public, answers carry an ETag, and a page past the end
// still tells the totals.
//
// Start with New. A request goes through routes.go to a handler (list.go,
// single.go, terms.go, site.go), which turns entities into items (shape_….go);
// item.go adds links and embedded entities, answer.go writes them.
package restapi
