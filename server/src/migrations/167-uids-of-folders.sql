-- Without a uid_validity the messages of a folder have no uids yet.
alter table folders add column uid_validity bigint;
alter table folders add column uid_next integer not null default 1;
-- Uids that left it up to this modseq may be forgotten.
alter table folders add column forgotten_modseq bigint not null default 0;
