// Package sanitize turns the markup of editors, plugins and importers into HTML that a page may
// carry. An allow-list decides what stays. Links to the CMS become links of the site, pictures
// load lazily, frames load on a click, and scripts are removed.
//
// All input is untrusted: it is cut at a limit, broken markup is repaired or becomes plain text,
// and the allow-list in policy.go is applied last.
//
// Start with Sanitizer.HTML. text.go turns markup into plain text.
package sanitize
