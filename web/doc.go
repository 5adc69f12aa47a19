// Package web embeds what Vite built: the browser's files and the server bundle.
//
// Start with Client and ServerBundle. Both are empty until `npm run build` has run.
package web
