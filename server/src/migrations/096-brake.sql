-- Who sends far more than usual, or is refused far more often, is held until somebody has looked: by what that was
-- noticed, and the figures that may differ for a person or a domain; null: those of the installation.
alter table held_senders add column brake text;
alter table held_senders add constraint held_senders_brake check (brake in ('hour', 'day', 'refused')) not valid;
alter table mailboxes
  add column brake boolean not null default true,
  add column brake_per_hour integer,
  add column brake_per_day integer,
  -- What was sent before was looked at.
  add column brake_from bigint not null default 0;
alter table domains
  add column brake_per_hour integer,
  add column brake_per_day integer;
