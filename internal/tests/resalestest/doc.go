// Package resalestest is a server that behaves as the Resales-Online Web API V6 is documented:
// pages of a query id, at most 40 rows a page, refusals with status 200 that repeat the
// credentials, texts in searches and numbers in details.
package resalestest
