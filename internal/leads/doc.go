// Package leads keeps what visitors ask the agency, and delivers it.
//
// An enquiry is checked (enquiry.go), written to a database of its own
// (ledger.go) before the visitor is thanked, and only then handed to the agency
// by every Channel (courier.go): at least once, with growing pauses while a
// channel fails. The database is apart from the content's, because content may be
// replaced as a whole at any time and enquiries never.
//
// Channels live in packages of their own: leads/mail and leads/webhook. Who may
// post, and how often, is the server's business. Start with Desk.
package leads
