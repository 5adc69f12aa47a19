package restapi

import (
	"fmt"
	"strings"
)

// The errors of parameters, with the texts of WordPress.

func wrongType(name, word string) *fault {
	return &fault{code: "rest_invalid_type", message: name + " is not of type " + word + ".", data: object{{"param", name}}}
}

func outOfBounds(message string) *fault {
	return &fault{code: "rest_out_of_bounds", message: message}
}

func tooMany(name string, limit int) *fault {
	return &fault{code: "rest_too_many_items", message: fmt.Sprintf("%s must contain at most %d items.", name, limit)}
}

func notAmong(name string, choices []string) *fault {
	last := len(choices) - 1
	list := strings.Join(choices[:last], ", ") + ", and " + choices[last]
	if last == 1 {
		list = choices[0] + " and " + choices[1]
	}
	return &fault{code: "rest_not_in_enum", message: name + " is not one of " + list + "."}
}
