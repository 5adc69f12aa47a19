// Package redact removes credentials from texts that people read: log lines, error
// messages, findings and settings. It is a second defence: other packages do not put
// credentials into messages, but addresses in content or in messages of other programs may
// hold them. It knows addresses with a user (https://user:password@host) and query keys
// that name a secret.
package redact
