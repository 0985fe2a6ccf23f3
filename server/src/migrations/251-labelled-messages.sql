-- outside a transaction: all messages are read for it.
-- Those with labels alone, which are to be found by their date where lists show single messages, and when a label is deleted.
create index concurrently messages_labelled on messages (mailbox_id, received_at desc, id desc) where label_ids is not null;
