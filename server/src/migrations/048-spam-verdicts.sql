-- What a spam filter found of a message; null where none spoke or it found nothing.
alter table message_contents add column spam jsonb;
