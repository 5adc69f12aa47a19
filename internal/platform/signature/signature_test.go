package signature

import (
	"strings"
	"testing"
	"time"
)

const secret = "a secret of sixteen or more"

var at = time.Unix(1_770_000_000, 0)

// The plugin's test has the same constant (wordpress/estate/tests/WebhookTest.php).
func TestSignatureOfAKnownMessage(t *testing.T) {
	const want = "t=1770000000,v1=8b61237ef6e41d6a3b13fd4425fbb7bc422a134f242557062dc033fc73576022"
	if got := Sign(secret, at, []byte("estate webhook\n"), []byte(`{"changes":[]}`)); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestVerify(t *testing.T) {
	message := []byte(`{"changes":[]}`)
	good := Sign(secret, at, message)
	stamp, sum, _ := strings.Cut(good, ",")
	for _, tt := range []struct {
		name, header, secret string
		now                  time.Time
		message              string
		want                 bool
	}{
		{"signed", good, secret, at, string(message), true},
		{"pairs in another order", sum + "," + stamp, secret, at, string(message), true},
		{"a further pair", good + ",v2=00", secret, at, string(message), true},
		{"five minutes old", good, secret, at.Add(5 * time.Minute), string(message), true},
		{"older than five minutes", good, secret, at.Add(5*time.Minute + time.Second), string(message), false},
		{"from the future", good, secret, at.Add(-6 * time.Minute), string(message), false},
		{"another secret", good, secret + "!", at, string(message), false},
		{"another message", good, secret, at, `{"changes":[1]}`, false},
		{"another time", strings.Replace(good, "t=1770000000", "t=1770000001", 1), secret, at, string(message), false},
		{"no time", sum, secret, at, string(message), false},
		{"no sum", stamp, secret, at, string(message), false},
		{"empty sum", stamp + ",v1=", secret, at, string(message), false},
		{"sum that is not hex", stamp + ",v1=zz", secret, at, string(message), false},
		{"empty header", "", secret, at, string(message), false},
		{"time that overflows", "t=9999999999999999999," + sum, secret, at, string(message), false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := Verify(tt.header, tt.secret, tt.now, 5*time.Minute, []byte(tt.message)); got != tt.want {
				t.Errorf("Verify(%q) = %v, want %v", tt.header, got, tt.want)
			}
		})
	}
}
