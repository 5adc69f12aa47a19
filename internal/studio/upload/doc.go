// Package upload receives pictures, documents and films for the content of the site: in chunks, so that a slow line keeps the
// deadlines of the server, into a folder of unfinished files; then the file is checked, cleaned and joined to the media library.
//
// Start with Service. The chunks follow the core of tus 1.0.0, whose HTTP is in package api.
package upload
