-- The tax code of the company, against which the buyers of invoices are held; null where its owner has set none.
alter table domains add column tax_code text;
