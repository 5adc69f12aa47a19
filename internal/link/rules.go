package link

import (
	"errors"
	"strings"
)

// DefaultOptionPrefix marks query keys that are options of the request (routing §1.5).
const DefaultOptionPrefix = "frontity_"

// DefaultTracking are the query keys that campaigns hang on links. A final '*'
// stands for anything.
var DefaultTracking = []string{
	"utm_*", "gclid", "gclsrc", "gbraid", "wbraid", "gad_*", "dclid", "fbclid", "igshid", "igsh",
	"msclkid", "ttclid", "twclid", "li_fat_id", "yclid", "srsltid", "mc_cid", "mc_eid",
	"_ga", "_gl", "hsa_*", "mtm_*", "pk_*",
}

// Rules tell which query keys of a request are not part of its link. The zero
// value uses the defaults.
type Rules struct {
	// OptionPrefix begins the keys that are taken out as request options; "" means DefaultOptionPrefix.
	OptionPrefix string
	// Tracking are keys that ride along but resolve nothing; nil means DefaultTracking, empty means none.
	Tracking []string
}

// Validate complains about keys that could take the whole query off a link.
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

// Rides reports whether a query key is an option or a tracking key: kept on
// redirects, but no part of the link that is resolved.
func (r Rules) Rides(key string) bool {
	return strings.HasPrefix(key, r.prefix()) || r.tracks(key)
}

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

// optionName turns the key of an option into its name: the prefix cut,
// snake_case made camelCase.
func (r Rules) optionName(key string) string {
	words := strings.Split(strings.TrimPrefix(key, r.prefix()), "_")
	for i, word := range words {
		if i > 0 && word != "" {
			words[i] = strings.ToUpper(word[:1]) + word[1:]
		}
	}
	return strings.Join(words, "")
}
