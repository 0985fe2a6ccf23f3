-- To whom an invitation was answered: a stranger may send one of the same uid. Null on answers from before.
alter table invitation_answers add column organiser text;
