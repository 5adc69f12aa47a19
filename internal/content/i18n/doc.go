// Package i18n has the languages of the site, the dictionaries, and the formats of
// prices, areas and dates.
//
// Start with Lang; Words has the dictionaries, format.go the formats. The
// translations are in locales/{lng}/{ns}.json.
package i18n
