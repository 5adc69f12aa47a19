// Package content defines what the agency publishes: properties, developments,
// posts, pages, terms, authors, media and settings; Source, the interface for
// reading them; and the errors that visitors are shown.
//
// Start with Source. Entities have no behaviour beyond their own fields; store and
// wordpress implement Source.
package content
