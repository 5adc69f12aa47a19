// Package smtptest is an SMTP server for tests. It supports the commands that a client needs to
// send a mail, stores the mails it accepted, and fails as a test says.
package smtptest
