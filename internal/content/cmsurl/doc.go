// Package cmsurl recognises addresses of the CMS in content. A Base is one name of the CMS; a
// Rewriter replaces names of the CMS in texts. What becomes of an address is decided by its
// users: package wordpress gives every address the configured name, package sanitize turns
// links into links of the site, and package media serves files.
package cmsurl
