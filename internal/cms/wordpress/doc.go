// Package wordpress is a client of a remote WordPress REST API (routing §5 and §6): the
// content.Source of live mode, and the source of a replica. It builds requests, handles the
// responses that a real WordPress gives, and decodes its loosely typed JSON into content
// entities.
//
// It caches nothing except which optional endpoints exist. Start with Client. node.go reads
// values that may be false, "", [] or a number as text. completelist.go, stamps.go and
// entities.go read complete lists for a replica.
package wordpress
