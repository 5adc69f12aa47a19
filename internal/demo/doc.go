// Package demo is the demo agency: Zero Real Estate, Marbella. It knows what the
// agency publishes, in English and Spanish, and makes further homes on request.
// It knows nothing of the store that keeps them.
//
// Agency returns everything an editor wrote; the words stand in data/, one file
// for each area's homes, each page and each article:
//
//	data/homes/{area}.toml      homes: figures, titles, descriptions
//	data/developments.toml      new-build projects with their units
//	data/posts/{name}.toml      articles, both languages in one file
//	data/pages/{name}.toml      pages and their sections
//	data/listings.toml          /for-sale/…, /for-rent/… and their Spanish twins
//	data/places.toml            provinces, cities, subareas
//	data/terms.toml             offers, types, categories, collections, blog terms
//	data/settings.toml          phones, menus, social networks
//	data/people.toml            authors and agents
//	data/moved.toml             old links and old references
//	data/pictures.json          sizes and alternative texts of media/
//
// Long texts are written in a light markup (prose.go). Go computes ids of terms,
// links, dates, places and HTML. Generate makes any number of further homes.
package demo
