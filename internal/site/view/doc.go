// Package view has the types that Go passes to React, the data of the screens.
//
// It has types only. Every link in them is in normal form, every price, area and
// date is formatted, every option is counted. tygo generates the same types in
// TypeScript (web/src/generated/view.ts). Start with View.
package view
