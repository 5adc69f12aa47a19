// Package webhook delivers enquiries to another system: JSON by POST, signed so
// that the receiver knows who sent it.
package webhook
