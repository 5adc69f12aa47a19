package sentence_test

import (
	"bufio"
	"fmt"
	"net/url"
	"os"
	"slices"
	"strings"
	"testing"

	"estate/internal/i18n"
	"estate/internal/sentence"
)

func show(r sentence.Result) string {
	q := r.Filter.Query()
	if len(r.Features) > 0 {
		q["s_features"] = strings.Join(r.Features, ",")
	}
	var parts []string
	for k, v := range q {
		v, _ = url.QueryUnescape(v)
		parts = append(parts, k+"="+v)
	}
	slices.Sort(parts)
	out := string(r.Filter.Kind[:4]) + " " + strings.Join(parts, "&")
	for n, x := range map[string]sentence.Range{"built": r.Built, "plot": r.Plot, "terrace": r.Terrace} {
		if x != (sentence.Range{}) {
			out += fmt.Sprintf(" %s=%d..%d", n, x.From, x.To)
		}
	}
	if len(r.Unknown) > 0 {
		out += " UNKNOWN " + strings.Join(r.Unknown, "|")
	}
	return out
}

func TestTry(t *testing.T) {
	p := newParser(t)
	f, err := os.Open(os.Getenv("TRY"))
	if err != nil {
		t.Skip()
	}
	sc := bufio.NewScanner(f)
	for sc.Scan() {
		lang, text, ok := strings.Cut(sc.Text(), "\t")
		if !ok {
			continue
		}
		fmt.Printf("%s\t%s\t→ %s\n", lang, text, show(p.Parse(i18n.Lang(lang), text)))
	}
}
