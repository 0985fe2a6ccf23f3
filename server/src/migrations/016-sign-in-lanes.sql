-- Wrong passwords are counted by network (an IPv6 client has a whole /64) and, on a device that has signed in before, by
-- that device. Rows of the release before have neither: their address stands for the network.
alter table sign_ins add column network text, add column device bytea;
create index sign_ins_by_network on sign_ins ((coalesce(network, address)), at);
