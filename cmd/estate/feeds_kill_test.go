package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/store"
)

// TestAKilledImportMakesNoPropertyTwice kills imports of a feed that changes at random moments.
// Every property keeps its number, none is there twice, and the next run completes.
// ESTATE_FEED_KILLS sets the number of kills, ESTATE_BIN the binary.
func TestAKilledImportMakesNoPropertyTwice(t *testing.T) {
	t.Parallel()
	const listings = 3000
	kills := fromEnv(t, "ESTATE_FEED_KILLS", 6)
	n := newNode(t, "")
	feed := filepath.Join(filepath.Dir(n.config), "feed.xml")
	settings := fmt.Sprintf("data = %q\n[[feeds]]\nname = \"crm\"\nkind = \"kyero\"\naddress = %q\nno_pictures = true\n", n.data, feed)
	if err := os.WriteFile(n.config, []byte(settings), 0o600); err != nil {
		t.Fatal(err)
	}
	chance := rand.New(rand.NewPCG(7, 7))
	numbers := map[string]int{} // by reference
	killed := 0
	for round := range kills + 1 {
		writeFeed(t, feed, listings, round)
		command := exec.CommandContext(t.Context(), binary(t), "feeds", "run", "crm", "--config", n.config)
		command.Env = append(os.Environ(), asProgram+"=1")
		var out strings.Builder
		command.Stdout, command.Stderr = &out, &out
		if err := command.Start(); err != nil {
			t.Fatal(err)
		}
		if round < kills {
			time.Sleep(time.Duration(100+chance.IntN(900)) * time.Millisecond)
			if command.Process.Kill() == nil {
				killed++
			}
			_ = command.Wait() // it was killed, or had finished
		} else if err := command.Wait(); err != nil {
			t.Fatalf("the run after the kills: %v\n%s", err, out.String())
		}
		found := references(t, n.data)
		if round == kills && len(found) != listings {
			t.Errorf("%d properties after the last run, want %d\n%s", len(found), listings, out.String())
		}
		for reference, id := range found {
			if known, ok := numbers[reference]; ok && known != id {
				t.Errorf("%s has the number %d and had %d", reference, id, known)
			}
			numbers[reference] = id
		}
	}
	t.Logf("%d kills, %d properties", killed, len(numbers))
}

func binary(t *testing.T) string {
	t.Helper()
	if path := os.Getenv("ESTATE_BIN"); path != "" {
		return path
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return self
}

// writeFeed writes a feed whose prices depend on the round.
func writeFeed(t *testing.T, file string, n, round int) {
	t.Helper()
	var b strings.Builder
	b.WriteString("<root>\n")
	text := strings.Repeat("A bright villa. ", 40)
	for i := range n {
		fmt.Fprintf(&b, "<property><id>%d</id><ref>K%d</ref><price>%d</price><price_freq>sale</price_freq><type>Villa</type><town>Marbella</town><desc><en>%s</en></desc></property>\n", i, i, 500_000+i+round, text)
	}
	b.WriteString("</root>\n")
	if err := os.WriteFile(file, []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
}

// references are the properties of a store by reference. It fails on one that is there twice.
func references(t *testing.T, data string) map[string]int {
	t.Helper()
	st, err := store.Open(t.Context(), store.Config{Path: filepath.Join(data, "estate.db")})
	if err != nil {
		t.Fatal(err)
	}
	defer st.Close()
	found := map[string]int{}
	for row, err := range st.Rows(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		if other, ok := found[row.Reference]; ok {
			t.Errorf("%s is there twice: %d and %d", row.Reference, other, row.ID)
		}
		found[row.Reference] = row.ID
		if entity, err := st.ByID(t.Context(), i18n.Fallback, "properties", row.ID, ""); err != nil {
			t.Errorf("%s: %v", row.Reference, err)
		} else if p := entity.(*content.Property); p.Slug == "" || p.Origin == nil || p.Description[i18n.Fallback] == "" {
			t.Errorf("%s is half written: %+v", row.Reference, p)
		}
	}
	return found
}
