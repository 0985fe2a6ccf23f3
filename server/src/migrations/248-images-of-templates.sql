-- The template that owns an image, which is in_signature then too: so the last release copies it into drafts.
alter table attachments add column template_id uuid;
