// Package passkeytest is an authenticator in memory, which makes and confirms passkeys as a browser does.
package passkeytest

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"testing"
)

// Authenticator holds one passkey.
type Authenticator struct {
	// Origin is the address of the page, scheme://host:port.
	Origin string
	// Unverified leaves out that the user was verified, by a finger or a PIN.
	Unverified bool
	// Counter is the number of the next signature; it grows.
	Counter uint32

	t    testing.TB
	key  *ecdsa.PrivateKey
	id   []byte
	user string // handle, base64url
}

// New returns an authenticator without a passkey.
func New(t testing.TB, origin string) *Authenticator { return &Authenticator{Origin: origin, t: t} }

var encode = base64.RawURLEncoding.EncodeToString

// options are the parts of PublicKeyCredential…OptionsJSON that are used.
type options struct {
	Challenge string
	RPID      string
	RP        struct{ ID string }
	User      struct{ ID string }
}

func (a *Authenticator) read(from json.RawMessage) options {
	a.t.Helper()
	var o options
	if err := json.Unmarshal(from, &o); err != nil || o.Challenge == "" {
		a.t.Fatalf("options of a passkey: %v: %s", err, from)
	}
	return o
}

func (a *Authenticator) clientData(kind, challenge string) []byte {
	data, err := json.Marshal(map[string]any{"type": kind, "challenge": challenge, "origin": a.Origin, "crossOrigin": false})
	if err != nil {
		a.t.Fatal(err)
	}
	return data
}

// authData is authenticator data; 0x40 says that a credential follows.
func (a *Authenticator) authData(host string, credential []byte) []byte {
	sum := sha256.Sum256([]byte(host))
	flags := byte(0x01)
	if !a.Unverified {
		flags |= 0x04
	}
	if credential != nil {
		flags |= 0x40
	}
	data := append(sum[:], flags)
	data = binary.BigEndian.AppendUint32(data, a.Counter)
	a.Counter++
	return append(data, credential...)
}

// Create makes the passkey for the options of a registration and returns the credential as JSON.
func (a *Authenticator) Create(from json.RawMessage) json.RawMessage {
	a.t.Helper()
	o := a.read(from)
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		a.t.Fatal(err)
	}
	a.key, a.id, a.user = key, []byte(rand.Text()), o.User.ID
	point, err := key.PublicKey.Bytes() // 0x04, x, y
	if err != nil {
		a.t.Fatal(err)
	}
	credential := make([]byte, 16) // AAGUID of none
	credential = binary.BigEndian.AppendUint16(credential, uint16(len(a.id)))
	credential = append(credential, a.id...)
	// CBOR of {1: 2, 3: -7, -1: 1, -2: x, -3: y}: EC2, ES256, P-256.
	credential = append(credential, 0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20)
	credential = append(credential, point[1:33]...)
	credential = append(credential, 0x22, 0x58, 0x20)
	credential = append(credential, point[33:]...)
	data := a.authData(o.RP.ID, credential)
	attestation := []byte("\xa3\x63fmt\x64none\x67attStmt\xa0\x68authData\x59") // {"fmt": "none", "attStmt": {}, "authData": bytes}
	attestation = binary.BigEndian.AppendUint16(attestation, uint16(len(data)))
	attestation = append(attestation, data...)
	return a.credential(map[string]any{
		"clientDataJSON": encode(a.clientData("webauthn.create", o.Challenge)), "attestationObject": encode(attestation),
		"transports": []string{"internal"},
	})
}

// Get signs the challenge of a sign-in with the passkey.
func (a *Authenticator) Get(from json.RawMessage) json.RawMessage {
	a.t.Helper()
	o := a.read(from)
	client := a.clientData("webauthn.get", o.Challenge)
	data := a.authData(o.RPID, nil)
	sum := sha256.Sum256(client)
	signed := sha256.Sum256(append(append([]byte{}, data...), sum[:]...))
	signature, err := ecdsa.SignASN1(rand.Reader, a.key, signed[:])
	if err != nil {
		a.t.Fatal(err)
	}
	return a.credential(map[string]any{
		"clientDataJSON": encode(client), "authenticatorData": encode(data), "signature": encode(signature), "userHandle": a.user,
	})
}

func (a *Authenticator) credential(response map[string]any) json.RawMessage {
	text, err := json.Marshal(map[string]any{
		"id": encode(a.id), "rawId": encode(a.id), "type": "public-key", "response": response, "clientExtensionResults": map[string]any{},
	})
	if err != nil {
		a.t.Fatal(err)
	}
	return text
}
