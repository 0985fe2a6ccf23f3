-- Main addresses that a person had while the session lasted: pages that are open go on naming them.
alter table sessions add column former_addresses text[] not null default '{}';
