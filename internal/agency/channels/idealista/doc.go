// Package idealista writes files of idealista's feed 6.00: one JSON document a customer. It sends flats
// and detached or rustic dwellings. Other properties are left out with a reason.
package idealista
