-- The aliases in a domain that is deleted, which people of other domains may have.
create index addresses_by_domain on addresses (split_part(address, '@', 2));

-- What was done in a domain stays written down when the domain is deleted. Its number is given to no other domain, and
-- the line of its deletion has its name. Last, as nobody reads `domains` until this transaction ends.
alter table audit_log drop constraint audit_log_domain_id_fkey;
