// Package i18n knows the languages of the site, its dictionaries and how
// prices, areas and dates are printed.
//
// Start with Lang; Words holds the dictionaries; format.go prints figures. Which
// words exist is the business of locales/{lng}/{ns}.json.
package i18n
