// Package httpconn runs http.Servers whose connections are bounded: in number, over all clients and
// for each, and in the time that a request's body takes. A server ends without the loss of an
// accepted request. Limits of requests are those of package limits.
//
// Start with Limit and its NewServer.
package httpconn
