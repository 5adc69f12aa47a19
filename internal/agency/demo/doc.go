// Package demo is the content of the demo agency, Zero Real Estate in Marbella, in
// English and Spanish, and a generator of further properties. It does not know the
// store.
//
// Agency returns all written content. The texts are in data/, one file for the
// properties of each area, for each page and for each post:
//
//	data/homes/{area}.toml      properties: facts, titles, descriptions
//	data/developments.toml      developments with their units
//	data/posts/{name}.toml      posts, both languages in one file
//	data/pages/{name}.toml      pages and their sections
//	data/listings.toml          /for-sale/…, /for-rent/… and their Spanish translations
//	data/places.toml            provinces, cities, subareas
//	data/terms.toml             offers, types, categories, collections, terms of the blog
//	data/settings.toml          phone numbers, menus, social networks
//	data/people.toml            authors and agents
//	data/moved.toml             old links and old references
//	data/pictures.json          sizes and alternative texts of media/
//
// The pictures in media/ are renders made for this project, free to ship with it; some are
// details of larger ones. They show no real place, and no rights of others apply. "house" in
// pictures.json names the house that a picture shows: a villa stands in one property only,
// with its own rooms, and any other room in six properties at most.
//
// Long texts have a light markup (prose.go). Go computes ids of terms, links,
// dates, locations and HTML. Generate makes any number of further properties.
package demo
