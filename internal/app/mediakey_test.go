package app

import (
	"bytes"
	"log/slog"
	"testing"

	"estate/internal/app/config"
)

func TestKeyOfPictureAddressesStays(t *testing.T) {
	s := config.Settings{Data: t.TempDir()}
	s.FillDefaults()
	read := func() []byte {
		t.Helper()
		a := &App{log: slog.New(slog.DiscardHandler)}
		defer a.Close()
		if err := a.openStore(t.Context(), s); err != nil {
			t.Fatal(err)
		}
		key, err := a.mediaKey(t.Context(), s)
		if err != nil || len(key) < 32 {
			t.Fatalf("key of %d bytes, %v", len(key), err)
		}
		return key
	}
	if first := read(); !bytes.Equal(read(), first) {
		t.Error("after a restart the key is another one")
	}
	live := func(secret string) []byte {
		t.Helper()
		s.PreviewSecret = secret
		key, err := (&App{}).mediaKey(t.Context(), s)
		if err != nil {
			t.Fatal(err)
		}
		return key
	}
	one := live("a secret of sixteen or more")
	if !bytes.Equal(live("a secret of sixteen or more"), one) || bytes.Equal(live("another secret of sixteen"), one) || bytes.Contains(one, []byte("secret")) {
		t.Error("without a store the key is not derived from preview_secret")
	}
}
