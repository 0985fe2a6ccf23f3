-- An invoice can be booked and paid. `mark` stays what leads, as the release before reads and writes it; these stand beside it, and say
-- nothing where it is null.
alter table invoices add column also_booked boolean;
alter table invoices add column also_paid boolean;
