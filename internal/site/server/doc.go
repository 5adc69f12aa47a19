// Package server answers HTTP: documents and views of links, maps of search results, forms,
// notices of the CMS, assets, pictures, feeds, sitemaps, dictionaries and health.
//
// Start with routes.go, the table of every address. A link is resolved in resolvelink.go and its page cached and sent
// in pages.go. The meaning and the content of a link are decided by internal/site/route, internal/site/resolve and
// internal/site/compose; internal/site/document writes the HTML, internal/site/sitemap the sitemap.
package server
