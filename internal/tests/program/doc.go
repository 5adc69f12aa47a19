// Package program runs a built program from outside, as bench, crawl and chaos
// do: it starts it, waits until it answers, and ends it. What is asked of
// it meanwhile, its callers say. Main is what their own main functions share.
package program
