-- Whether the sender calls a message important (RFC 2156 Importance, X-Priority): lists mark it.
alter table messages add column important boolean not null default false;
