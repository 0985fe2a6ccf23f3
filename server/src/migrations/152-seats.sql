-- How many people a domain may have, as a provider set it; null: any number.
alter table domains add column seats integer;
