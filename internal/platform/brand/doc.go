// Package brand holds the colours that Go prints: in mails and in the document's head. Their
// source is web/src/styles/tokens.css; make generate writes colors.go.
package brand
