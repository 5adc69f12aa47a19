// Package plausible finds values that are hardly true: a villa for 150 million, 262,000 m², a position on another continent, a
// title that is the reference, a text in a wrong encoding. Feeds and `estate check` print them. Nothing is
// corrected but positions whose order or sign is wrong. Start with Property and Positions.
package plausible
