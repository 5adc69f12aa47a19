package httpheader

import "strings"

// AcceptsJSON reports whether an Accept header names application/json with a weight above
// 0. Ranges such as */* do not count: browsers send them with forms.
func AcceptsJSON(header string) bool {
	for item := range strings.SplitSeq(header, ",") {
		name, params, _ := strings.Cut(item, ";")
		if strings.EqualFold(strings.TrimSpace(name), "application/json") && quality(params) > 0 {
			return true
		}
	}
	return false
}
