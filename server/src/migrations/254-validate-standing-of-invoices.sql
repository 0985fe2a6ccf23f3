-- outside a transaction
alter table invoices validate constraint invoices_standing_check;
