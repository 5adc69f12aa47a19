package account

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"fmt"
	"net/netip"
	"runtime"
	"strings"
	"time"
	"unicode/utf8"

	"golang.org/x/crypto/argon2"

	"estate/internal/platform/fairqueue"
)

// Parameters of argon2id (RFC 9106, second recommended option).
const (
	argonMemory  = 64 << 10 // KiB
	argonTime    = 3
	argonThreads = 1
	argonSalt    = 16 // bytes
	argonKey     = 32 // bytes
)

// Limits of passwords, in characters.
const (
	minPassword = 12
	maxPassword = 128
)

// maxHashWait bounds the wait for the turn of a password among others.
const maxHashWait = 10 * time.Second

// ErrBusy reports that too many passwords wait to be compared.
var ErrBusy = errors.New("too many sign-ins wait")

// hashQueue lets at most two passwords be hashed at once, one on a machine with two processors: each takes 64 MiB and
// about 0.1 s of a processor, which the visitors of the site need too. Clients take turns.
func hashQueue() *fairqueue.Queue {
	return fairqueue.New(fairqueue.Config{Slots: max(1, min(2, runtime.NumCPU()/2)), PerClient: 1, MaxWaiting: 10})
}

// whileHashing runs fn when it is the turn of the client.
func (s *Store) whileHashing(ctx context.Context, client netip.Prefix, fn func()) error {
	wait, cancel := context.WithTimeout(ctx, maxHashWait)
	defer cancel()
	release, err := s.hashes.Acquire(wait, fairqueue.Ticket{Client: client})
	if errors.Is(err, fairqueue.ErrOverloaded) {
		return ErrBusy
	}
	if err != nil {
		return err
	}
	begin := time.Now()
	fn()
	// A flood of guesses gets a quarter of the time; a person's answer does not wait for the rest.
	time.AfterFunc(3*time.Since(begin), release)
	return nil
}

// hashPassword returns the PHC string of a password.
func hashPassword(password string) string {
	salt := make([]byte, argonSalt)
	_, _ = rand.Read(salt) // never fails
	return phc(salt, argon2.IDKey([]byte(password), salt, argonTime, argonMemory, argonThreads, argonKey))
}

func phc(salt, key []byte) string {
	encode := base64.RawStdEncoding.EncodeToString
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$%s$%s", argon2.Version, argonMemory, argonTime, argonThreads, encode(salt), encode(key))
}

// unknownPassword is the PHC string that is compared where there is no account, so that the answer takes as long.
var unknownPassword = phc(make([]byte, argonSalt), make([]byte, argonKey))

// comparePassword reports whether a password has a PHC string.
func comparePassword(password, stored string) bool {
	parts := strings.Split(stored, "$")
	var memory, passes uint32
	var threads uint8
	if len(parts) != 6 || parts[1] != "argon2id" {
		return false
	}
	if _, err := fmt.Sscanf(parts[3], "m=%d,t=%d,p=%d", &memory, &passes, &threads); err != nil || passes == 0 || threads == 0 {
		return false
	}
	salt, err := base64.RawStdEncoding.DecodeString(parts[4])
	if err != nil {
		return false
	}
	want, err := base64.RawStdEncoding.DecodeString(parts[5])
	if err != nil || len(want) == 0 {
		return false
	}
	got := argon2.IDKey([]byte(password), salt, passes, memory, threads, uint32(len(want)))
	return subtle.ConstantTimeCompare(got, want) == 1
}

// PasswordProblem is what is wrong with a new password, "" for nothing.
type PasswordProblem string

// The problems of a new password.
const (
	PasswordShort  PasswordProblem = "short"
	PasswordLong   PasswordProblem = "long"
	PasswordCommon PasswordProblem = "common"
)

// CheckPassword returns the problem of a new password. own are the words that an attacker would try first: the names of
// the agency, of its site and of the user.
func CheckPassword(password string, own ...string) PasswordProblem {
	switch n := utf8.RuneCountInString(password); {
	case n < minPassword:
		return PasswordShort
	case n > maxPassword:
		return PasswordLong
	case isCommon(password, own):
		return PasswordCommon
	}
	return ""
}
