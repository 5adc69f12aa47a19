// Package web embeds the output of Vite: the files for browsers and the server bundle.
//
// Start with Client and ServerBundle. Both are empty until `npm run build` has run.
package web
