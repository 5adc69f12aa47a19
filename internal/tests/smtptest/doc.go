// Package smtptest is an SMTP server for tests: it accepts and keeps mails, and
// fails on demand.
package smtptest
