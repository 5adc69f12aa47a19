// Package sanitize turns the markup of editors, plugins and importers into HTML that a page may
// carry. An allow-list decides what stays, and of what does not stay the text is kept. Links to the
// CMS become links of the site, pictures load lazily, frames load on a click, and scripts are removed.
//
// All input is untrusted: it is cut at a limit, broken markup is repaired or becomes plain text,
// and the allow-list in policy.go is applied last.
//
// Start with Sanitizer.HTML. The steps are: prepare.go (limit, shortcodes), lazy.go (noscript),
// controls.go (accordions, buttons, forms), rewrite.go (all other elements), policy.go. changes.go
// counts what is left out. text.go turns markup into plain text.
package sanitize
