-- Images of the templates of a domain, which belong to nobody's mailbox. They stay as long as a kept version shows them.
create table domain_template_images (
  domain_id bigint not null,
  id uuid not null,
  template_id uuid not null,
  blob bytea not null,
  size integer not null,
  content_type text not null,
  created_at bigint not null,
  primary key (domain_id, id),
  foreign key (domain_id, template_id) references domain_templates on delete cascade
);
create index domain_template_images_by_template on domain_template_images (domain_id, template_id);
create index domain_template_images_by_blob on domain_template_images (blob);
