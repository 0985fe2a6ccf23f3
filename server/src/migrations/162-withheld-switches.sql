-- The switches of a person that a provider has switched off: an owner of the domain does not undo that.
alter table mailboxes add column withheld text[] not null default '{}';
