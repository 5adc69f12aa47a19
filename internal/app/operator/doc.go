// Package operator serves the operator's page on the admin address: the state of
// the site, and actions that a person must confirm. It needs a token.
//
// Go renders the page (static/page.html) and answers the state as JSON; a small script keeps the
// page current. The caller provides state and actions: see Config.
package operator
