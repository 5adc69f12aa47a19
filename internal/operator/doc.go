// Package operator is the page on which whoever runs the site sees how it is and
// confirms what only a person may decide. It stands on the admin address, behind
// a token.
//
// Go says how things are, as JSON; a small page of files draws it. What is told and
// what can be done is the program's business: see Config.
package operator
