// Package search defines the filters of property and development search: option lists,
// price steps and sort orders, and how a filter is read from a query and written back.
//
// It finds nothing itself: internal/find/index does. Start with Filter; the ids and names of
// every option list stand in options.go (specification §3.12 and §9).
package search
