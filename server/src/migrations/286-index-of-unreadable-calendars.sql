-- outside a transaction: what is counted of subscribed calendars is those that can't be read.
create index concurrently calendar_subscriptions_failing on calendar_subscriptions (fault)
  where fault is not null and removed_at is null;
