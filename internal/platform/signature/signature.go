// Package signature signs and verifies the messages between the site and other systems: the
// notices of the CMS's plugin and the enquiries that leads/webhook sends. Start with Sign.
package signature

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"strings"
	"time"
)

// Header is the request header of a signature.
const Header = "X-Estate-Signature"

// Sign returns the header value of a message at a time: "t=<Unix seconds>,v1=<hex>", where
// v1 is the HMAC-SHA256 of "<t>.<message>" with the shared secret. The parts are joined.
func Sign(secret string, at time.Time, message ...[]byte) string {
	t := strconv.FormatInt(at.Unix(), 10)
	return "t=" + t + ",v1=" + hex.EncodeToString(sum(secret, t, message))
}

// Verify reports whether a header value is the signature of the message, and its time at
// most maxSkew before or after now.
func Verify(header, secret string, now time.Time, maxSkew time.Duration, message ...[]byte) bool {
	var t string
	var given []byte
	for pair := range strings.SplitSeq(header, ",") {
		switch key, value, _ := strings.Cut(pair, "="); key {
		case "t":
			t = value
		case "v1":
			given, _ = hex.DecodeString(value) // an invalid value equals no sum
		}
	}
	return IsCurrent(t, now, maxSkew) && hmac.Equal(given, sum(secret, t, message))
}

// IsCurrent reports whether t, in Unix seconds, is at most maxSkew before or after now.
func IsCurrent(t string, now time.Time, maxSkew time.Duration) bool {
	seconds, err := strconv.ParseInt(t, 10, 64)
	return err == nil && now.Sub(time.Unix(seconds, 0)).Abs() <= maxSkew
}

func sum(secret, t string, message [][]byte) []byte {
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(t + "."))
	for _, part := range message {
		mac.Write(part)
	}
	return mac.Sum(nil)
}
