// Package sitemap makes the sitemap: an index and files of links with their times and languages. Sitemap.File
// makes a file once for all who request it; the server sends it. Start with sitemap.go.
package sitemap
