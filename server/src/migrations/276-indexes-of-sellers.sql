-- outside a transaction: what is known of a seller is what came first, and what a person has accepted.
create index concurrently invoices_first_of_seller on invoices (mailbox_id, seller_tax_code, received_at, id)
  include (account, signer_key) where standing <> 'discarded';
create index concurrently invoices_accepted_of_seller on invoices (mailbox_id, seller_tax_code, received_at desc)
  include (account, signer_key) where standing <> 'discarded' and mark in ('booked', 'paid');
