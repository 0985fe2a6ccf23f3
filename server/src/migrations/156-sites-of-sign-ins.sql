-- Who has an IPv6 /48 has 65,536 networks, so wrong passwords are counted of the whole site as well.
alter table sign_ins add column site text;
