// Package upstream stands between the site and a content.Source that is slow, far
// away and sometimes down: the live mode's CMS.
//
// It remembers answers for a short fresh time and gives them again; equal
// questions that are under way share one answer; what was known once is given on
// when the source fails, or is late, up to a long stale time. What furnishes every
// page (option lists, settings) is renewed behind the visitor's back. A source that
// fails again and again is left alone for a moment, so that visitors get what is
// known at once. Redirect look-ups have a memory and a budget of their own.
//
// MaxCalls that carry a credential pass through: they are never shared, kept or
// answered from memory. What is asked and what an answer means is the source's
// business.
//
// Start with Source; ask.go decides what is asked, answers.go keeps.
package upstream
