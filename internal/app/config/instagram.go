package config

// Instagram sets the feed of the agency. Without a URL and a token it is not fetched.
type Instagram struct {
	URL   string   `toml:"url"`   // the API of Instagram, if a token is set
	Token Secret   `toml:"token"` // better set as ESTATE_INSTAGRAM_TOKEN
	Posts int      `toml:"posts"` // 12
	Every Duration `toml:"every"` // 1h
	Hosts []string `toml:"hosts"` // hosts of the pictures: those of Instagram
}

func (s *Settings) validateInstagram() error {
	config := s.InstagramConfig(nil)
	return config.Validate()
}
