// Package kyero writes files of Kyero's import format V3.9, and of the dialect that Resales-Online
// reads. The order of elements is fixed, every element is on a line of its own, nothing is in CDATA.
package kyero
