// Package shareddict compresses responses with dictionaries that the browser has already (RFC
// 9842, dcb): scripts with those of an earlier build, pages and Views with a sample of the site's
// public pages. It keeps both in a folder, bounded in number. Start with Library.
package shareddict
