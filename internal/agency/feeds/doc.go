// Package feeds defines how properties come in from the agency's other systems: a CRM, the
// regional MLS, a spreadsheet.
//
// A Source reads one feed and hands on neutral Listings in the words of that system. A further
// kind of feed is one package that implements Source. Package engine maps the words of listings
// to the agency's terms, compares them with the store and writes the differences.
//
// Start with Source. The package also has what several kinds need: Download fetches a file with
// validators and limits, Whole, Decimal, Currency and Time read the spellings of spreadsheets and portals.
package feeds
