// Package sanitize turns markup that editors, plug-ins and importers wrote into
// HTML that a page may carry: an allow-list decides, links of the CMS become
// site links, pictures load late, frames wait for a click and scripts are gone.
//
// It trusts nothing: input is cut at a limit, broken markup is repaired or falls
// back to plain text, and the last word belongs to the allow-list of policy.go.
// Start with Sanitizer.HTML; text.go prints markup as plain text.
package sanitize
