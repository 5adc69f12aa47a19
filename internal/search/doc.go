// Package search knows what visitors may ask for: the filters of property and
// development search, their option lists, price steps and sort orders, how they
// are read from a query and written back.
//
// It answers nothing itself: internal/index does. Start with Filter; the ids and
// words of every option list stand in options.go (specification §3.12 and §9).
package search
