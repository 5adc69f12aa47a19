package config

import "fmt"

// Admin protects the operator's page on the admin address.
type Admin struct {
	Token Secret `toml:"token"` // none: the page is closed; better set as ESTATE_ADMIN_TOKEN
}

func (a *Admin) validate() error {
	if n := len(a.Token); n > 0 && n < MinSecretLength {
		return fmt.Errorf("admin.token has %d characters; it must have at least %d", n, MinSecretLength)
	}
	return nil
}
