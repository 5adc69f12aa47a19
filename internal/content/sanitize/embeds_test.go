package sanitize

import (
	"slices"
	"testing"
)

func TestEmbedsFindsEveryFilmAndTour(t *testing.T) {
	s := newTest(t, func(c *Config) { c.FrameHosts = []string{"my.matterport.com"} })
	const youtube = "https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ"
	player := Embed{Kind: EmbedFrame, Address: youtube, Host: "www.youtube-nocookie.com"}
	tour := Embed{Kind: EmbedFrame, Address: "https://my.matterport.com/show/?m=a1", Host: "my.matterport.com", Tour: true}
	tests := []struct {
		name, markup string
		want         []Embed
	}{
		{"player", `<iframe src="https://www.youtube.com/embed/dQw4w9WgXcQ"></iframe>`, []Embed{player}},
		{"lazy frame of a listed host", `<div><iframe data-src="https://my.matterport.com/show/?m=a1" src="about:blank"></iframe></div>`, []Embed{tour}},
		{"frame without a scheme", `<iframe src="//my.matterport.com/show/?m=a1"></iframe>`, []Embed{tour}},
		{
			"frame of another host", `<iframe src="https://tours.example.test/a"></iframe>`,
			[]Embed{{Kind: EmbedLink, Address: "https://tours.example.test/a", Host: "tours.example.test", Tour: true}},
		},
		{
			"own film", `<video src="/films/a.mp4" poster="/p.jpg" controls></video>`,
			[]Embed{{Kind: EmbedFile, Address: "/films/a.mp4", Poster: "/p.jpg"}},
		},
		{
			"own film among the sources", `<video><source src="https://films.example.test/a.webm"><source src="/films/a.mp4"></video>`,
			[]Embed{{Kind: EmbedFile, Address: "/films/a.mp4"}},
		},
		{
			"film of another host", `<video><source src="https://films.example.test/a.mp4"></video>`,
			[]Embed{{Kind: EmbedLink, Address: "https://films.example.test/a.mp4", Host: "films.example.test"}},
		},
		{
			"link to a tour", `<p><a href="https://tours.example.test/a"> Virtual <b>tour</b></a></p>`,
			[]Embed{{Kind: EmbedLink, Address: "https://tours.example.test/a", Host: "tours.example.test", Tour: true, Title: "Virtual tour"}},
		},
		{"credits of a frame", `<iframe src="` + youtube + `"></iframe><p><a href="https://example.test/me">me</a></p>`, []Embed{player}},
		{"two of the same", `<iframe src="` + youtube + `"></iframe><a href="https://youtu.be/dQw4w9WgXcQ">film</a>`, []Embed{player}},
		{"an address alone", " https://my.matterport.com/show/?m=a1 ", []Embed{tour}},
		{"script", `<script src="https://x.test/a.js"></script>`, []Embed{{Address: `<script src="https://x.test/a.js"></script>`}}},
		{"frame of data", `<iframe src="data:text/html,x"></iframe>`, []Embed{{Address: "data:text/html,x"}}},
		{"nothing", "  ", nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := s.Embeds(tt.markup); !slices.Equal(got, tt.want) {
				t.Errorf("got  %+v\nwant %+v", got, tt.want)
			}
		})
	}
}
