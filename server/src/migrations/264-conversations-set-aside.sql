-- What sending an answer has moved out of the way of its writer, so that undoing the send puts it back.
alter table outbox add column set_aside jsonb;
