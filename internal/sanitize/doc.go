// Package sanitize turns markup of editors, plugins and importers into safe HTML:
// an allow-list decides which elements and attributes stay, links of the CMS become
// site links, pictures load lazily, frames load on a click, scripts are removed.
//
// All input is untrusted: it is cut at a limit, and broken markup is repaired or
// becomes plain text. The allow-list of policy.go is applied last. Start with
// Sanitizer.HTML; text.go makes plain text of markup.
package sanitize
