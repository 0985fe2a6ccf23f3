-- The member of the mailbox who had it sent; null: whoever the mailbox is of, or nobody.
alter table outbox add column person_id bigint;
