-- What mail programs ask of every message of a folder: header fields byte for byte, and its parts with their places in
-- the source (decision 120). A draft without a source has none.
create table message_structures (
  mailbox_id bigint not null,
  message_id uuid not null,
  -- Null where they are more than is kept.
  fields bytea,
  structure json not null,
  primary key (mailbox_id, message_id)
);
alter table message_structures alter column mailbox_id set (n_distinct = -0.0001);
alter table message_structures alter column message_id set (n_distinct = -1);
