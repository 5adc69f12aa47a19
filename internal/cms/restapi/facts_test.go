package restapi_test

import (
	"strings"
	"testing"

	"estate/internal/cms/restapi"
)

// TestPrivateFactsStayPrivate: the REST API tells no street that is hidden, no source, lock or note.
func TestPrivateFactsStayPrivate(t *testing.T) {
	closed := newAPI(t, nil)
	text := closed.ask(t, v2+"properties/1001").text
	for _, secret := range []string{"R123", "Keys at the office", "By contract", "Ana\"", "9872023VH5797S0001WX", `"number":"12"`, `"locks"`, `"source"`, `"private"`} {
		if strings.Contains(text, secret) {
			t.Errorf("the REST API tells %s", secret)
		}
	}
	for _, public := range []string{`"street":"Calle Ancha"`, `"postcode":"29602"`, `"syndicate":false`, `"availability":"under_offer"`} {
		if !strings.Contains(text, public) {
			t.Errorf("the REST API does not tell %s", public)
		}
	}
	open := newAPI(t, func(c *restapi.Config) { c.ShowHiddenPrices = true })
	if text := open.ask(t, v2+"properties/1001").text; !strings.Contains(text, "R123") {
		t.Error("a site that may know hidden prices does not get the source")
	}
}
