-- Two invoices of one signer are known by the key; what was read before gets it when it is read anew.
alter table invoices add column signer_key text collate "C";
