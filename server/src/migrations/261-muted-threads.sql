-- Whether a thread has muted messages, so that a delivery knows without another look.
alter table threads add column muted boolean;
