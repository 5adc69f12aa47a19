// Package wordpress is the client of a remote WordPress REST API (routing §5 and
// §6). It is the content.Source of live mode, and the replica reads from it. It
// makes requests, handles the responses of a real WordPress, and turns its loosely
// typed JSON into content entities.
//
// It stores nothing: upstream caches, replica copies. Start with Client; node.go
// reads values that may be false, "", [] or a number as text, copy….go read whole
// lists and entities.
package wordpress
