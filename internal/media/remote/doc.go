// Package remote fetches originals of pictures from a few named hosts, and from
// nowhere else: no redirect leads to another host, no name to a private address,
// nothing that is no picture is read, and nothing is read without end.
//
// It is the one place of media that speaks HTTP. Start with Client.
package remote
