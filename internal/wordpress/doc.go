// Package wordpress is the content.Source of live mode: a client of a remote
// WordPress REST API (routing contract §5 and §6, design of live mode). It knows
// how requests are spelled, which answers a real WordPress gives, and how its
// loosely typed JSON becomes content entities.
//
// It keeps nothing: caching and replication stand above it. Start with Client;
// node.go reads what may be false, "", [] or a number as text.
package wordpress
