// Package channels gives the agency's properties to portals. It decides which properties a channel
// gets, with a reason for each other one, and keeps the last complete file of each channel on disk.
// The formats are in its sub-packages.
//
// A format sees a Listing only. A Listing has nothing that may not leave the site: shared properties,
// hidden addresses, private notes and amounts of prices on ask never become one.
package channels
