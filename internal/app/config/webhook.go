package config

// Webhook sets another system that receives enquiries. Without settings none does.
type Webhook struct {
	URL    string `toml:"url"`
	Secret Secret `toml:"secret"` // signs each delivery
}

// CallsWebhook reports that enquiries are delivered by webhook: any setting of
// [webhook] is set. Validate reports what is missing then.
func (s *Settings) CallsWebhook() bool { return s.Webhook != Webhook{} }
