// Package mail delivers enquiries by SMTP: to the agency and, if configured, as a
// confirmation to the visitor. It also writes the mails of saved searches (alert.go). The texts are letter.mail in the dictionaries, in the
// visitor's language.
//
// A visitor's text gets into headers only encoded. The confirmation holds none of it,
// because anybody may have typed the address.
package mail
