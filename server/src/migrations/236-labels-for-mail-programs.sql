-- As mail programs were told of them: labels are keywords there.
alter table message_state add column label_ids uuid[];
