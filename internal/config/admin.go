package config

import (
	"fmt"
)

// adminSettings guard the operator's page on the admin address.
type Admin struct {
	Token Secret `toml:"token"` // none: the page stays closed; better as ESTATE_ADMIN_TOKEN
}

func (a *Admin) validate() error {
	if n := len(a.Token); n > 0 && n < MinSecretLength {
		return fmt.Errorf("admin.token has %d characters; it needs %d at least", n, MinSecretLength)
	}
	return nil
}
