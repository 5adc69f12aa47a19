// Package httpheader reads the request headers of content negotiation and of
// conditional requests (RFC 9110): Accept, Accept-Encoding and If-None-Match. It also makes the
// entity tag of a body. Every package that answers HTTP uses these functions.
package httpheader
