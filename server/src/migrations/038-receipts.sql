-- That a sent message was displayed to a recipient, as a receipt of their program says (RFC 8098): a word, and no proof.
create table receipts (
  mailbox_id bigint not null references mailboxes on delete cascade,
  message_id uuid not null,
  -- As it is compared; how it is written stands in the message.
  address text not null,
  -- When the receipt came in.
  at bigint not null,
  primary key (mailbox_id, message_id, address)
);

-- By which a receipt finds the message that asked for it.
create index messages_awaiting_receipts on messages (mailbox_id, message_id_header) where receipt = 'wanted';
