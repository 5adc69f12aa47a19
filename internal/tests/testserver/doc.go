// Package testserver runs servers of other authors for a test: a certificate authority, an S3
// server, an FTP server. Each is a process of harness/cmd/testservers, so that the module of the
// program does not require theirs. The go command builds it at its first use.
package testserver
