-- outside a transaction: rights that name an address are looked for by it when it is given up.
create index concurrently group_writers_by_address on group_writers (address);
create index concurrently group_allowed_by_address on group_allowed (address);
create index concurrently calendar_room_bookers_by_address on calendar_room_bookers (address);
