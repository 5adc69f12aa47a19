// Package wordpress is a client of a remote WordPress REST API (routing §5
// and §6): the content.Source of live mode, and what a replica copies from. It knows
// how requests are spelled, which answers a real WordPress gives, and how its
// loosely typed JSON becomes content entities.
//
// It keeps nothing: caching and replication stand above it. Start with Client;
// node.go reads what may be false, "", [] or a number as text, copy….go read lists
// and entities as a whole.
package wordpress
