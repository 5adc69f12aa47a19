-- +goose Up

-- Mails to the agency failed for good where the visitor's name had a quote or a backslash.
UPDATE deliveries SET state = 'waiting', attempts = 0, next = 0, error = ''
WHERE channel = 'mail' AND state = 'failed' AND error LIKE 'the visitor''s address: %';

-- Finds earlier confirmations to the same recipient.
CREATE INDEX leads_mail ON leads (mail COLLATE NOCASE, created);
