// Package webhook delivers enquiries to another system as JSON by POST. A signature in the
// header X-Estate-Signature proves the sender.
package webhook
