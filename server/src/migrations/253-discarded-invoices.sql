-- Invoices of messages in Junk and Trash stand in no list, sum or export, and nothing is compared with them.
alter table invoices drop constraint invoices_standing_check,
  add constraint invoices_standing_check check (standing in ('valid', 'duplicate', 'replaced', 'discarded')) not valid;
