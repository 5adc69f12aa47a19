// Package resolve finds the content of a target in a Source: entities, page of a
// list, record, failure (routing §2, §7 and §8).
//
// It has no cards, formats or markup: compose turns its Result into a View. Start
// with Resolver.
package resolve
