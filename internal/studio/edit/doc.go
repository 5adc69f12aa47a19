// Package edit changes content for the studio: the save call with its conflicts, guards, locks and log, undo, the list of
// properties, and unsaved changes for a preview.
//
// The rules of a save call are in save.go, what may be in a field in property_fields.go and agency.go, who may change it in
// rights.go. Package change compares and applies the values; package api speaks HTTP.
//
// Start with Service.Save.
package edit
