-- What an organisation allows of links that open its files to people outside: none, or none for longer than some days.
alter table domains
  add column outside_links boolean not null default true,
  add column outside_link_days integer;
