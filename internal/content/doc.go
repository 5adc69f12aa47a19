// Package content defines what the agency publishes: properties, developments,
// posts, pages, terms, authors, media and settings, the Source that answers
// questions about them, and the catalogue of failures a visitor is told about.
//
// Start with Source. Entities carry no behaviour beyond looking at themselves;
// where they come from is the business of the adapters (store, wordpress).
package content
