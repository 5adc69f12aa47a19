// Package mail delivers enquiries by SMTP: to the agency, and on request a
// confirmation to the visitor. Words come from letter.mail in the dictionaries,
// in the language of the visitor.
//
// Nothing that a visitor wrote gets into a header unencoded, and nothing of it
// gets into the confirmation, which goes to an address that anybody may have typed.
package mail
