package demo

import (
	"strings"
	"testing"

	"estate/internal/content/i18n"
)

func TestProseRendersBlockEditorHTML(t *testing.T) {
	media, err := readLibrary()
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct{ name, in, want string }{
		{"paragraph", "One line\nand another.", "<p>One line and another.</p>"},
		{"markup in text is text", "a < b & c", "<p>a &lt; b &amp; c</p>"},
		{"link and emphasis", "See [villas](/for-sale/villas/), **now**, *please*.", `<p>See <a href="/for-sale/villas/">villas</a>, <strong>now</strong>, <em>please</em>.</p>`},
		{"headings", "## Large\n\n### Small", "<h2 class=\"wp-block-heading\">Large</h2>\n<h3 class=\"wp-block-heading\">Small</h3>"},
		{"list", "- one\n- two", `<ul class="wp-block-list"><li>one</li><li>two</li></ul>`},
		{"numbered list", "1. one\n2. two", `<ol class="wp-block-list"><li>one</li><li>two</li></ol>`},
		{"numbered list that goes on", "4. four\n5. five", `<ol class="wp-block-list" start="4"><li>four</li><li>five</li></ol>`},
		{"quotation", "> Words\n> on two lines.\n> — Elena", `<blockquote class="wp-block-quote"><p>Words on two lines.</p><cite>Elena</cite></blockquote>`},
		{"picture", "![Evening](villa-05)", `<figure class="wp-block-image size-large"><img src="/media/villa-05-terrace-sea-view.jpg" alt="Terraza con piscina infinita y tumbonas frente al mar al atardecer" width="1600" height="1067" class="wp-image-421"><figcaption class="wp-element-caption">Evening</figcaption></figure>`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := &prose{lang: i18n.LangES, media: media}
			if got := string(p.html(tt.in)); got != tt.want {
				t.Errorf("html(%q)\n got %s\nwant %s", tt.in, got, tt.want)
			}
		})
	}
}

func TestProseReportsAnUnknownPicture(t *testing.T) {
	media, err := readLibrary()
	if err != nil {
		t.Fatal(err)
	}
	p := &prose{lang: i18n.LangEN, media: media}
	p.html("![A castle](castle-01)")
	if p.problem == nil || !strings.Contains(p.problem.Error(), "castle-01") {
		t.Errorf("problem = %v, want one that names castle-01", p.problem)
	}
}

func TestExcerptIsTheFirstParagraphCutAtAWord(t *testing.T) {
	text := "## Heading\n\nThe [first](/x/) paragraph *of* words that go on for a while.\n\nThe second."
	if got, want := excerpt(text, 34), "The first paragraph of words that…"; got != want {
		t.Errorf("excerpt = %q, want %q", got, want)
	}
	if got, want := excerpt("Short.", 34), "Short."; got != want {
		t.Errorf("excerpt = %q, want %q", got, want)
	}
}
