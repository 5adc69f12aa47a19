package testserver

import (
	"net"
	"testing"
)

func TestAServerEndsWithItsTest(t *testing.T) {
	var address string
	t.Run("inner", func(t *testing.T) {
		address = Start(t, "ftp", "-folder", t.TempDir(), "-user", "agency", "-password", "a password").Address
		conn, err := net.Dial("tcp", address)
		if err != nil {
			t.Fatal(err)
		}
		_ = conn.Close()
	})
	if conn, err := net.Dial("tcp", address); err == nil {
		_ = conn.Close()
		t.Error("the server accepts connections after its test")
	}
}
