package main

import "fmt"

// adminSettings guard the operator's page on the admin address.
type adminSettings struct {
	Token secret `toml:"token"` // none: the page stays closed; better as ESTATE_ADMIN_TOKEN
}

func (a *adminSettings) validate() error {
	if n := len(a.Token); n > 0 && n < shortestSecret {
		return fmt.Errorf("admin.token has %d characters; it needs %d at least", n, shortestSecret)
	}
	return nil
}
