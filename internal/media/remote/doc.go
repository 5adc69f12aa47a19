// Package remote fetches originals of pictures from listed hosts only. It follows
// no redirect to another host, connects to no private address behind a public name,
// reads pictures only, and limits size and time.
//
// It is the only part of media that uses HTTP. Start with Client.
package remote
