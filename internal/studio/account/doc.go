// Package account keeps the users of the studio: their roles, factors (passkeys, or a password with the codes of an
// authenticator), sessions and links. It knows no HTTP; package api speaks for it.
//
// Start with Store, then Session (who is signed in), User and Role.
package account
