-- Whether a thread has messages whose answer is waited for, so that a delivery knows without another look.
alter table threads add column awaiting boolean;
