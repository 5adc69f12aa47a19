package link

import (
	"errors"
	"strings"
)

// DefaultOptionPrefix marks query keys that are options of the request (routing §1.5).
const DefaultOptionPrefix = "frontity_"

// DefaultTracking are the query keys that campaigns add to links. A final '*'
// matches any text.
var DefaultTracking = []string{
	"utm_*", "gclid", "gclsrc", "gbraid", "wbraid", "gad_*", "dclid", "fbclid", "igshid", "igsh",
	"msclkid", "ttclid", "twclid", "li_fat_id", "yclid", "srsltid", "mc_cid", "mc_eid",
	"_ga", "_gl", "hsa_*", "mtm_*", "pk_*",
}

// Rules name the query keys of a request that are no part of its link. The zero
// value has the defaults.
type Rules struct {
	// OptionPrefix is the prefix of request options; "" means DefaultOptionPrefix.
	OptionPrefix string
	// Tracking are the tracking keys; nil means DefaultTracking, empty means none.
	Tracking []string
}

// Validate reports tracking keys that match every key of a query.
func (r Rules) Validate() error {
	var problems []error
	for _, key := range r.Tracking {
		if strings.Trim(key, "*") == "" || strings.Contains(strings.TrimSuffix(key, "*"), "*") {
			problems = append(problems, errors.New("tracking key \""+key+"\": give a name, with one * at its end at most"))
		}
	}
	return errors.Join(problems...)
}

func (r Rules) prefix() string {
	if r.OptionPrefix == "" {
		return DefaultOptionPrefix
	}
	return r.OptionPrefix
}

// IsPassThrough reports whether a query key is an option or a tracking key: kept on
// redirects, but no part of the link.
func (r Rules) IsPassThrough(key string) bool {
	return r.IsOption(key) || r.tracks(key)
}

// IsOption reports whether a query key is an option of the request.
func (r Rules) IsOption(key string) bool { return strings.HasPrefix(key, r.prefix()) }

func (r Rules) tracks(key string) bool {
	tracking := r.Tracking
	if tracking == nil {
		tracking = DefaultTracking
	}
	for _, pattern := range tracking {
		name, open := strings.CutSuffix(pattern, "*")
		if key == name || (open && strings.HasPrefix(key, name)) {
			return true
		}
	}
	return false
}

// optionName is the name of an option's key: without the prefix, in camelCase.
func (r Rules) optionName(key string) string {
	words := strings.Split(strings.TrimPrefix(key, r.prefix()), "_")
	for i, word := range words {
		if i > 0 && word != "" {
			words[i] = strings.ToUpper(word[:1]) + word[1:]
		}
	}
	return strings.Join(words, "")
}
