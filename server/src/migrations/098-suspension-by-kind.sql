-- What a person is kept from, each by itself: signing in (`active`), sending, receiving. Since when, so that giving
-- sending back releases only what was held because of it.
alter table mailboxes
  add column sending_suspended_at bigint,
  add column receiving_suspended_at bigint;

-- Until now there was one kind for all three.
update mailboxes set
  sending_suspended_at = extract(epoch from now())::bigint,
  receiving_suspended_at = extract(epoch from now())::bigint
where not active;
