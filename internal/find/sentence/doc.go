// Package sentence parses one line of natural language, such as "4 bed villa in the
// Golden Mile with sea views under 3 M", into a property filter. It uses word lists and
// the option lists of the content: no service and no statistical model.
//
// A word that is not understood is reported in Result.Unknown; it never changes the
// filter. Start with New and Parser.Parse. The word list of a language is
// words/{lang}.toml; a language without one is parsed with the English list.
package sentence
