-- The address that a message comes from, where its sender offers a way to unsubscribe; null on every other one.
alter table messages add column newsletter text;
