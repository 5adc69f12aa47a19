// Package resolve answers a target from a Source: which entities, which page of
// which list, which record, which failure (routing §2, §7 and §8).
//
// It knows nothing of cards, formats or markup: compose turns its Result into a
// view. Start with Resolver.
package resolve
