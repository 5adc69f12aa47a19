// Package csvfeed reads properties from a spreadsheet that is saved as CSV: one row a property,
// the names of the columns in the first row.
package csvfeed
