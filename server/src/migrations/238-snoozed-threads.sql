-- Whether a thread has messages in the folder Snoozed, so that a delivery knows without another look.
alter table threads add column snoozed boolean;
