// Package document writes the HTML document of a View around the rendered root element: head, links to the files of
// the front end, the View as JSON, and a readable summary of a View that was not rendered. Document.Bytes is all of it.
package document
