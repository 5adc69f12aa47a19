package sanitize

import "testing"

func TestTextIsPlain(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"entities are characters", "Marbella &#8211; 2024 &amp; more", "Marbella – 2024 & more"},
		{"blocks part words", "<p>One</p><p>two<br>three</p>", "One two three"},
		{"inline elements do not", "<b>V</b>illa", "Villa"},
		{"scripts say nothing", "a<script>b</script>c", "a c"},
		{"comments say nothing", "<p>a&amp;b</p><script>x</script><b>c</b><!-- d --> e < f", "a&b c e < f"},
		{"an unclosed script says nothing", "a<script>b", "a"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := Text(tt.in); got != tt.want {
				t.Errorf("Text(%q) = %q, want %q", tt.in, got, tt.want)
			}
		})
	}
}

func TestShortenEndsAtAWord(t *testing.T) {
	tests := []struct {
		in    string
		limit int
		want  string
	}{
		{"short", 10, "short"},
		{"a villa above the golden mile", 20, "a villa above the…"},
		{"casa en Málaga, con jardín", 16, "casa en Málaga…"},
		{"ñññññññññññññ", 5, "ññññ…"},
	}
	for _, tt := range tests {
		if got := Shorten(tt.in, tt.limit); got != tt.want {
			t.Errorf("Shorten(%q, %d) = %q, want %q", tt.in, tt.limit, got, tt.want)
		}
	}
}

func TestWordsIgnoresTags(t *testing.T) {
	if got := Words(`<p class="a b c">One two</p><p>three</p>`); got != 3 {
		t.Errorf("Words = %d, want 3", got)
	}
}

func TestFindPlayerAcceptsKnownHostsOnly(t *testing.T) {
	tests := []struct{ in, want string }{
		{"https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=3", "https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ"},
		{"https://youtu.be/dQw4w9WgXcQ", "https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ"},
		{"https://vimeo.com/76979871", "https://player.vimeo.com/video/76979871?dnt=1"},
		{"https://youtube.com.evil.test/embed/dQw4w9WgXcQ", ""},
		{"javascript:alert(1)//youtu.be/dQw4w9WgXcQ", ""},
		{"https://www.youtube.com/playlist?list=x", ""},
		{"%zz", ""},
	}
	for _, tt := range tests {
		got, _ := FindPlayer(tt.in)
		if got.Embed != tt.want {
			t.Errorf("FindPlayer(%q) = %q, want %q", tt.in, got.Embed, tt.want)
		}
	}
}
