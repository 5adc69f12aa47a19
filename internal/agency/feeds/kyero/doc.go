// Package kyero reads property feeds in Kyero's XML: V3 in all its versions and dialects, and
// what V2.1 writes otherwise. It reads one property at a time, so memory does not grow with the
// feed, and a property that is no XML costs no other one anything.
package kyero
