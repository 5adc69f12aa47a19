// Package resales reads properties from the Resales-Online Web API V6, the MLS of the Costa del
// Sol, and registers enquiries there.
//
// A complete run walks all pages of the configured filters and asks for details only of rows that
// have changed. A run between walks the rows by their last update until it meets known ones.
// The answers of the service repeat the credentials: no text of an answer is part of an error.
package resales
