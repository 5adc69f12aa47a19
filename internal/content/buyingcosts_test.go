package content_test

import (
	"strings"
	"testing"
	"time"

	"estate/internal/content"
)

func TestBuyingCostsOfTheOptions(t *testing.T) {
	andalusia, err := content.ParseBuyingCosts("")
	if err != nil {
		t.Fatal(err)
	}
	if from, to := andalusia.Transfer.Of(895_000); from != 62_650 || to != from {
		t.Errorf("transfer tax of 895,000 € is %d to %d, want 62,650", from, to)
	}
	if from, to := andalusia.Registry.Of(895_000); from != 450 || to != 1790 {
		t.Errorf("registry of 895,000 € is %d to %d, want 450 to 1,790", from, to)
	}
	own, err := content.ParseBuyingCosts("Date: 2027-01-01\r\nsource: Ley 13/1997\r\nprovinces: alicante, valencia\r\ntransfer: 9 %\r\nvat: 10\r\nduty: 1,5\r\nnotary: 0.1–0.5\r\nregistry: 0.1\r\nlawyer: 1-1.5\r\n")
	if err != nil {
		t.Fatal(err)
	}
	if own.Transfer.To != 9 || own.Duty.From != 1.5 || own.Notary.To != 0.5 || !own.Date.Equal(time.Date(2027, 1, 1, 0, 0, 0, 0, time.UTC)) || len(own.Provinces) != 2 {
		t.Errorf("the agency's table is %+v", own)
	}
	if none, err := content.ParseBuyingCosts("none"); none != nil || err != nil {
		t.Errorf("none is %+v (%v)", none, err)
	}
	for text, want := range map[string]string{
		"transfer: 7": "lack date", "date: 1 May": "1 May", "transfer: 70": "at most 30", "transfer: -1": "at most 30", "vat: NaN": "at most 30",
		"iva: 10": "unknown name", "link: http://example.com": "https://",
	} {
		if costs, err := content.ParseBuyingCosts(text); costs != nil || err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q gives %+v (%v), want an error with %q", text, costs, err, want)
		}
	}
}
