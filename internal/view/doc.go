// Package view is the contract between Go and React: what the screens receive.
//
// It holds types only. Every link in them is ready to be followed, every price,
// area and date is printed, every option is counted. TypeScript gets the same
// types through tygo (web/src/generated/view.ts); start with View.
package view
