package config

import "testing"

func TestUnencryptedConnectionsAreNamed(t *testing.T) {
	for name, tt := range map[string]struct {
		settings Settings
		want     int
	}{
		"nothing":             {Settings{}, 0},
		"own machine":         {Settings{CMS: CMS{URL: "http://127.0.0.1:8000"}, SMTP: SMTP{Host: "localhost", TLS: "none"}, DB: "postgres://estate@127.0.0.1/estate"}, 0},
		"socket":              {Settings{DB: "postgres:///estate?host=/run/postgresql"}, 0},
		"encrypted":           {Settings{CMS: CMS{URL: "https://cms.example.com"}, SMTP: SMTP{Host: "mail.example.com"}, DB: "postgres://estate@db.example.com/estate?sslmode=verify-full"}, 0},
		"not encrypted":       {Settings{CMS: CMS{URL: "http://cms.example.com"}, SMTP: SMTP{Host: "mail.example.com", TLS: "none"}, DB: "postgres://estate@db.example.com/estate"}, 3},
		"bucket and traces":   {Settings{S3: S3{Endpoint: "http://s3.example.com"}, Traces: Traces{Endpoint: "http://otel.example.com:4318"}}, 2},
		"feeds":               {Settings{Feeds: []Feed{{Address: "http://crm.example.com/a.xml"}, {Address: "https://crm.example.com/b.xml"}, {Address: "listings.csv"}}}, 1},
		"plain FTP":           {Settings{Channels: []Channel{{FTP: FTP{Address: "ftp.example.com:21", Plain: true}}, {FTP: FTP{Address: "ftp.example.com"}}}}, 1},
		"all on this machine": {Settings{S3: S3{Endpoint: "http://localhost:9000"}, Traces: Traces{Endpoint: "http://127.0.0.1:4318"}, Channels: []Channel{{FTP: FTP{Address: "127.0.0.1:2121", Plain: true}}}}, 0},
		"server not verified": {Settings{DB: "postgres://estate@db.example.com/estate?sslmode=require"}, 1},
	} {
		t.Run(name, func(t *testing.T) {
			if got := tt.settings.Unencrypted(); len(got) != tt.want {
				t.Errorf("%q, want %d", got, tt.want)
			}
		})
	}
}
