-- The index knows where words stand and with which marks; compressed, that takes no more room than the words alone did.
alter table message_search alter column words set storage extended;
-- Not every build of PostgreSQL has this method; its own saves too little here to be used at all.
do $$ begin
  alter table message_search alter column words set compression lz4;
exception when feature_not_supported then null;
end $$;
