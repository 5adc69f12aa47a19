package config

import (
	"errors"
	"fmt"

	"estate/internal/platform/bucket"
)

// S3 is the S3-compatible store of backups and originals.
type S3 struct {
	Endpoint  string `toml:"endpoint"`   // none; such as https://s3.eu-west-1.amazonaws.com
	Region    string `toml:"region"`     // none; needed by Amazon
	AccessKey Secret `toml:"access_key"` // better as ESTATE_S3_ACCESS_KEY
	SecretKey Secret `toml:"secret_key"` // better as ESTATE_S3_SECRET_KEY
}

// OpenBucket returns the bucket of an address such as s3://name/folder. It makes no request.
func (s *Settings) OpenBucket(address string) (*bucket.Bucket, error) {
	return bucket.Open(s.bucketConfig(), address)
}

func (s *Settings) bucketConfig() bucket.Config {
	return bucket.Config{Endpoint: s.S3.Endpoint, Region: s.S3.Region, AccessKey: string(s.S3.AccessKey), SecretKey: string(s.S3.SecretKey)}
}

// validateS3 checks the store and the addresses in it, if there are any.
func (s *Settings) validateS3() error {
	var problems []error
	isUsed := false
	for _, at := range []struct{ setting, address string }{{"backup.to", s.Backup.To}, {"media.bucket", s.Media.Bucket}} {
		if !bucket.IsAddress(at.address) {
			continue
		}
		isUsed = true
		if _, _, err := bucket.ParseAddress(at.address); err != nil {
			problems = append(problems, fmt.Errorf("%s: %w", at.setting, err))
		}
	}
	if s.Media.Bucket != "" && !bucket.IsAddress(s.Media.Bucket) {
		problems = append(problems, fmt.Errorf("media.bucket is %q; it must be such as s3://name/folder", s.Media.Bucket))
	}
	if s.Backup.To != "" && s.Backup.To == s.Media.Bucket {
		problems = append(problems, errors.New("backup.to and media.bucket are the same; use two folders of the bucket"))
	}
	if isUsed {
		problems = append(problems, s.bucketConfig().Validate())
	}
	return errors.Join(problems...)
}
