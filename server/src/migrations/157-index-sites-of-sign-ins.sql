-- outside a transaction
-- Wrong passwords of one IPv6 site; most rows have none.
create index concurrently sign_ins_by_site on sign_ins (site, at) where site is not null;
