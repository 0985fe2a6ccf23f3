-- outside a transaction: the entries of all people are read for it.
-- A page of a department is one index range, and the departments are counted by the index alone.
create index concurrently directory_entries_by_department
  on directory_entries (domain_id, department, given_key, mailbox_id) where listed;
