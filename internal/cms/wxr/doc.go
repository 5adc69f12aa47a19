// Package wxr reads an export file of WordPress (WXR): posts, pages, terms, authors, menus and the
// addresses of the media library. For an agency whose WordPress is gone the file is all there is.
//
// The file is untrusted: it is read as a stream with a limit of each item and of all texts. Texts of
// the classic editor become paragraphs, and the shortcodes of WordPress itself become markup; package
// sanitize cleans both when a page is made.
//
// Start with Read. file.go reads the XML, content.go makes entities of it, text.go makes markup of a
// text, menus.go makes menus.
package wxr
