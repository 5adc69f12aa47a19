// Package smtptest is a mail server for tests: it speaks as much SMTP as a client
// needs to hand a mail over, keeps what it got, and fails when it is told to.
package smtptest
