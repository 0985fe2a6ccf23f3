-- outside a transaction: lists of what is booked, and of what is paid, whatever else it is.
create index concurrently invoices_booked on invoices (mailbox_id, direction, listed_on desc, id desc)
  where mark = 'booked' or also_booked;
create index concurrently invoices_paid on invoices (mailbox_id, direction, listed_on desc, id desc)
  where mark = 'paid' or also_paid;
