-- A request for a read receipt (RFC 8098): 'wanted' until it is answered, then 'sent' or 'declined'.
alter table messages add column receipt text;
