// Package language checks that package comments, exported names, file names, log
// messages and error texts use the terms of GLOSSARY.md. terms.toml lists the
// words that are denied, each with the term to write and the exceptions.
package language
