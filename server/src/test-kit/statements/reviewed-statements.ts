import { journals } from '../../kernel/kernels.ts';

/** A statement with an exemption, identified by a part of its text after `normalizeStatement`. */
export type Reviewed = { statement: string; tables: string[]; why: string };

export type ReviewedStatements = {
  /** May access these mail tables without fixing the mailbox. */
  acrossMailboxes: Reviewed[];
  /** May write these tables outside a transaction. */
  outsideTransactions: Reviewed[];
};

export const reviewedStatements: ReviewedStatements = {
  acrossMailboxes: [
    ...journals().map(({ state }) => ({
      statement: `update ${state} set seq = seq + 1000000000, forgotten_seq = seq + 1000000000`,
      tables: [state],
      why: 'after a failover every client fetches anew; a row for each mailbox, once',
    })),
    ...[
      ['drive_chunks', 'update drive_chunks c set mailbox_id = ? where c.mailbox_id = ?'],
      ['drive_entries', 'update drive_entries set mailbox_id = ?, favorite = false'],
      ...['words', 'versions', 'thumbnails', 'shares', 'share_entries', 'share_people', 'share_guesses'].map(
        (name) => [`drive_${name}`, `update drive_${name} set mailbox_id = ? where mailbox_id = ?`],
      ),
    ].map(([table = '', statement = '']) => ({
      statement,
      tables: [table],
      why: 'a drive that is handed over changes hands whole, in one transaction that has locked both drives',
    })),
    ...[
      ['contact_cards', 'update contact_cards set mailbox_id = ?, seq = ?, favorite = false'],
      ['contact_sources', 'update contact_sources s set mailbox_id = ? from contact_cards c'],
      ...['points', 'list_members', 'photos', 'groups', 'group_members'].map((name) => [
        `contact_${name}`,
        `update contact_${name} t set mailbox_id = ? from contact_cards c`,
      ]),
      ...['contact_books', 'contact_book_members', 'contact_removed'].map((table) => [
        table,
        'with removed as ( update contact_removed set mailbox_id = ?',
      ]),
    ].map(([table = '', statement = '']) => ({
      statement,
      tables: [table, 'contact_cards'],
      why: 'a shared book of who is removed goes to who may write to it, in one transaction that has locked both',
    })),
    {
      statement:
        "select a.address, ( select s.value #>> '{}' from settings s where s.mailbox_id = a.mailbox_id and s.key = 'language' ) as language",
      tables: ['settings'],
      why: 'in which language guests read of a meeting: one row of each colleague among its guests, by the key of it',
    },
    {
      statement:
        'select r.queued_at as "queuedAt", r.outbox_id as "outboxId", r.address from outbox_recipients r',
      tables: ['outbox_recipients'],
      why: 'the outgoing queue of the installation: where a page ends at the latest, by an index of what waits',
    },
    {
      statement: "when r.code is null then 'no_answer' else 'deferred' end as reason, r.queued_at",
      tables: ['held_senders', 'outbox', 'outbox_recipients'],
      why: 'a page of the outgoing queue of the installation, within one range of an index of what waits',
    },
    {
      statement: 'from outbox_recipients where queued_at is not null group by destination',
      tables: ['outbox_recipients'],
      why: 'the outgoing queue by destination: one pass over the index of what waits',
    },
    {
      statement:
        'from outbox where mailbox_id = any(array(select id from mailboxes where domain_id = ?)) and id = ?',
      tables: ['outbox'],
      why: 'admin trace: which mailbox of the domain carries the copies of a group, by the key of each',
    },
    {
      statement:
        'with batch as materialized ( select r.mailbox_id, r.outbox_id, r.address, r.destination, r.queued_at from',
      tables: ['outbox_recipients'],
      why: 'an act on all that waits for a destination, in batches by its index; each row then names its mailbox',
    },
    {
      statement: 'from outbox where counted_at > ? and state <>',
      tables: ['held_senders', 'outbox'],
      why: 'who has sent most within a day, of all mailboxes, by the index of time',
    },
    {
      statement: 'with counted as ( insert into sent_by_mailbox',
      tables: ['outbox', 'sent_by_mailbox'],
      why: 'how many messages everybody sent on a day, counted by night by the index of time',
    },
    {
      statement: 'delete from sent_by_mailbox where day <',
      tables: ['sent_by_mailbox'],
      why: 'figures of days that are over, by their index',
    },
    {
      statement: 'where m.deleted_at is null and not m.auto_quota and s.used_bytes >= m.quota_mb * ?',
      tables: ['mailbox_state'],
      why: 'which mailboxes are nearly full, of those that an administrator has: a row for each, and no mail',
    },
    {
      statement: 'from held_senders h join mailboxes m on m.id = h.mailbox_id where h.brake is not null',
      tables: ['held_senders', 'outbox_recipients'],
      why: 'the few senders that are held automatically, for an administrator; what waits of each by the index of its mailbox',
    },
    {
      statement: 'from held_senders h join mailboxes m on m.id = h.mailbox_id order by h.at desc',
      tables: ['held_senders'],
      why: 'the few senders that are held, for an administrator',
    },
    {
      statement: 'select blob from messages where blob is not null order by blob limit ?',
      tables: ['messages'],
      why: 'start: a few blobs by their index, to see whether the blob store is that of this database',
    },
    {
      statement: "as held from attachments a where a.blob = decode(?, 'hex') and a.held_by is not null",
      tables: ['attachments', 'drive_chunks'],
      why: 'scrub: where else the bytes of a damaged blob stand, whosever it is; by the indexes of blobs',
    },
    {
      statement: "where a.blob = decode(?, 'hex') and a.held_by is null and m.blob is not null",
      tables: ['attachments', 'messages'],
      why: 'scrub: the messages that a damaged file came in, whosever they are; by the index of blobs',
    },
    {
      statement:
        "select distinct encode(b.blob, 'hex') as key from ((select distinct n.blob as blob from messages n",
      tables: ['attachments', 'drive_chunks', 'messages', 'outbox', 'removed_messages', 'merge_files'],
      why: 'scrub: which blobs should be there between two keys, in all mailboxes; by the indexes of blobs',
    },
    {
      statement:
        'select distinct n.what, m.email from ((select ?::text as what, n.mailbox_id as mailbox_id from messages n',
      tables: ['attachments', 'drive_chunks', 'messages', 'outbox', 'removed_messages', 'merge_files'],
      why: 'scrub: whose damaged blobs are, for the administrator; by the indexes of blobs',
    },
    {
      statement: `from outbox where state = 'sending' and id > ? order by id limit ?`,
      tables: ['outbox'],
      why: 'after a restore, once: what was on its way when the backup was made',
    },
    {
      statement: `from outbox where state = 'held' and due_at >= ? limit ?`,
      tables: ['outbox'],
      why: 'after a restore, once: what came due since the backup was made; by the index of what is due',
    },
    {
      statement: `from periodic_sends where state = 'active' and next_at >= ? limit ?`,
      tables: ['periodic_sends'],
      why: 'after a restore, once: dates that passed since the backup was made; by the index of dates',
    },
    {
      statement:
        'left join mailbox_state s on s.mailbox_id = m.id left join drive_state v on v.mailbox_id = m.id',
      tables: ['drive_state', 'mailbox_state'],
      why: 'what a domain takes: a row of each of its people, by their keys, where an administrator looks at that domain',
    },
    {
      statement: 'from mailboxes m join drive_shares s on s.mailbox_id = m.id',
      tables: [
        'calendar_links',
        'calendars',
        'drive_entries',
        'drive_share_entries',
        'drive_share_people',
        'drive_shares',
      ],
      why: 'the links of a domain to outside, where an administrator looks at that domain or ends one: by the keys of its people',
    },
    {
      statement: 'select mailbox_id, id, token_sealed from drive_shares',
      tables: ['drive_shares'],
      why: 'admin secrets rotate: the links of shares, which are then encrypted anew one by one',
    },
    {
      statement: 'with recursive chain(mailbox_id, step) as (',
      tables: ['calendar_hand_overs'],
      why: 'to whom a meeting was handed by who asks to it as a guest knows it: by the keys of at most twenty people, one after another',
    },
    {
      statement: 'select mailbox_id, id, token_sealed as sealed from calendar_links',
      tables: ['calendar_links'],
      why: 'the same of the links of calendars',
    },
    {
      statement: 'select mailbox_id, calendar_id as id, url_sealed as sealed from calendar_subscriptions',
      tables: ['calendar_subscriptions'],
      why: 'admin secrets rotate: the addresses of subscribed calendars, which are then encrypted anew one by one',
    },
    {
      statement: 'update calendar_subscriptions t set next_at = ? from (',
      tables: ['calendar_subscriptions'],
      why: 'the job that reads subscribed calendars: those that are due, of all mailboxes, by their index',
    },
    {
      statement: 'select fault, count(*)::integer as count from calendar_subscriptions',
      tables: ['calendar_subscriptions'],
      why: 'the figure of calendars elsewhere that can not be read, of all mailboxes, by an index of those alone',
    },
    {
      statement: 'delete from calendar_subscriptions where removed_at < ?',
      tables: ['calendar_subscriptions'],
      why: 'what nobody can put back any more, of all mailboxes, by the index of age',
    },
    {
      statement: 'where l.token_hash = ? and l.ended_at is null',
      tables: ['calendar_links', 'calendars'],
      why: 'whoever comes by the link of a calendar has nothing but the token; by its own index',
    },
    {
      statement: 'on s.mailbox_id = p.mailbox_id and s.id = p.share_id join drive_share_entries r',
      tables: ['drive_entries', 'drive_share_entries', 'drive_share_people', 'drive_shares'],
      why: 'what others share with one person, by the index of people; from there on each row names its drive',
    },
    {
      statement: "select distinct s.mailbox_id, r.entry_id as id, 'left' as how from drive_share_people p",
      tables: ['drive_deletions', 'drive_share_entries', 'drive_share_people', 'drive_shares'],
      why: 'what one person has left or deleted of what others share with them, by the index of people and then by keys',
    },
    {
      statement: 'from contact_book_members s',
      tables: ['contact_book_members', 'contact_books', 'contact_cards', 'contact_points'],
      why: 'the books that others share with one person, by the index of people; from there on each row names its mailbox',
    },
    {
      statement: 'join calendar_bookings b on b.is_held and int8range(',
      tables: ['calendar_occurrences'],
      why: 'who has rooms of a domain at some times, by the same index; what for by the key of each mailbox',
    },
    {
      statement: 'from calendar_members b where b.mailbox_id = m.id and b.with_mailbox_id = ?',
      tables: ['calendar_members', 'calendar_state'],
      why: 'what up to fifty people of one domain show of their busy times, by keys of each mailbox',
    },
    {
      statement: 'from calendar_members s',
      tables: [
        'calendar_imports',
        'calendar_members',
        'calendars',
        'calendar_objects',
        'calendar_subscriptions',
        'calendars_of_domains',
      ],
      why: 'the calendars that others share with one person, by the index of people; from there on each row names its mailbox',
    },
    {
      statement: 't on t.mailbox_id = m.id and t.id = ?::uuid where own.id = ? limit 1',
      tables: ['contact_books', 'calendars'],
      why: 'whether a program chose the id of a colleague’s book or calendar: by the key of each mailbox of the domain',
    },
    {
      statement: 'with old as (delete from calendar_imports where at < ?',
      tables: ['calendar_imports', 'calendar_import_steps'],
      why: 'cleaning: imports that can no longer be undone, by their index, with their steps',
    },
    {
      statement: 'with old as (delete from contact_bulk_jobs where created_at < ?',
      tables: ['contact_bulk_jobs', 'contact_bulk_steps'],
      why: 'cleaning: acts on many contacts that can no longer be undone, by their index, with their steps',
    },
    {
      statement: 'select mailbox_id, id from contact_cards where trashed_at < ?',
      tables: ['contact_cards'],
      why: 'the job that empties the trash of contacts: the oldest of all mailboxes, by their index',
    },
    {
      statement: 'select mailbox_id, id from contact_cards where derived_version < ?',
      tables: ['contact_cards'],
      why: 'the job that derives cards again: the oldest versions of all mailboxes, by their index',
    },
    {
      statement: 'from drive_copies where by_mailbox_id = ?',
      tables: ['drive_copies'],
      why: 'the copies that one person has begun, also into drives of others, by the index of people',
    },
    {
      statement: 'delete from drive_copies where (mailbox_id, id) in (',
      tables: ['drive_copies'],
      why: 'what is over for long, of all drives, by the index of age',
    },
    {
      statement: 'where s.token_hash = ? and s.state =',
      tables: ['drive_shares'],
      why: 'whoever comes by the link of a share has nothing but the token; by its own index',
    },
    {
      statement: "where s.token_hash = any(?::bytea[]) and s.state = 'revoked'",
      tables: ['drive_shares'],
      why: 'guests of an event have nothing but the links of its files; by their own index',
    },
    {
      statement: 'join mailbox_state s on s.mailbox_id = m.id order by w.place limit 1',
      tables: ['mailbox_state'],
      why: 'RCPT: finds the mailbox by its address, and whether it is full, in one round trip',
    },
    {
      statement: 'select sent_at as at from forward_codes where address = ? and sent_at > ? order by sent_at',
      tables: ['forward_codes'],
      why: 'at most so many codes a day are mailed to one address, whoever asks for them; by its own index',
    },
    {
      statement: 'from phone_sends where number_hash = ?',
      tables: ['phone_sends'],
      why: 'at most so many codes an hour go to one number, whoever asks for them; by its own index',
    },
    {
      statement: "select 'second steps' as what, totp_secret as sealed from second_steps",
      tables: ['calendar_links', 'calendar_subscriptions', 'drive_shares', 'second_steps'],
      why: 'the doctor counts the secrets of the installation by their keys',
    },
    {
      statement: 'select mailbox_id from second_steps where mailbox_id > ? order by mailbox_id limit ?',
      tables: ['second_steps'],
      why: 'admin secrets rotate: the mailboxes that have secrets, which are then encrypted anew one by one',
    },
    {
      statement: 'from drive_uploads where author_mailbox_id = ? and id = ?',
      tables: ['drive_uploads'],
      why: 'whoever goes on with an upload names it by its id, in whosever drive it is; by its own index',
    },
    {
      statement: 'select entry_id from drive_uploads where author_mailbox_id = ? order by id desc limit ?',
      tables: ['drive_uploads'],
      why: 'how many uploads somebody has begun, in whosever drives; a thousand of its own index at most',
    },
    {
      statement: 'select mailbox_id, id from drive_uploads where expires_at <= ?',
      tables: ['drive_uploads'],
      why: 'the job that throws expired uploads away finds them by their age, and then removes each in its drive',
    },
    {
      statement: 'from tracking_marks where token_hash = ?',
      tables: ['tracking_marks'],
      why: 'the request of a tracking pixel has nothing but the token',
    },
    {
      statement:
        'from attachments a join mailboxes m on m.id = a.mailbox_id join domains d on d.id = m.domain_id where a.id = ? and a.public and not a.has_virus and m.active and d.active',
      tables: ['attachments'],
      why: 'the address of a public image has nothing but its id',
    },
    {
      statement: 'select mailbox_id, seq from mailbox_state where mailbox_id = any(?::bigint[])',
      tables: ['mailbox_state'],
      why: 'a process asks once for all mailboxes whose sockets it holds; each is named',
    },
    {
      statement: 's.words @@ w.anywhere and s.mailbox_id + 0 = ?',
      tables: ['message_search'],
      why: 'names its mailbox in a sum, which keeps the planner on the index of words; docs/deploy.md says what that costs',
    },
    {
      statement: "'~', ? || to_hex(s.segment) || '.')::tsquery and t.mailbox_id + 0 = ?",
      tables: ['drive_texts'],
      why: 'words of files of the drive: the same',
    },
    {
      statement: 's.words @@ w.query and s.mailbox_id + 0 = ?',
      tables: ['message_search'],
      why: 'names its mailbox in a sum, which keeps the planner on the index of words; docs/deploy.md says what that costs',
    },
    {
      statement: 'select mailbox_id from messages where trashed_at < ? order by trashed_at limit 1',
      tables: ['messages'],
      why: 'cleaning: the next mailbox with old trash, which is then emptied by itself',
    },
    {
      statement: 'select mailbox_id from threads where emptied_at < ? order by emptied_at limit 1',
      tables: ['threads'],
      why: 'cleaning: the next mailbox with threads to forget, which are then forgotten by mailbox',
    },
    {
      statement: 'select mailbox_id, id from removed_messages where removed_at < ? order by removed_at',
      tables: ['removed_messages'],
      why: 'cleaning: what mail programs removed long ago is forgotten by age, of all mailboxes',
    },
    {
      statement: 'with old as ( select mailbox_id, folder_id, modseq, uid from expunged where at < ?',
      tables: ['expunged', 'folders'],
      why: 'uids that left their folder long ago are forgotten by age, of all mailboxes',
    },
    {
      statement: 'with old as ( select mailbox_id, seq, kind, entity from changes where at < ?',
      tables: ['changes', 'mailbox_state'],
      why: 'cleaning: prunes the journals of all mailboxes in the order of time',
    },
    {
      statement: 'with old as ( select mailbox_id, seq, kind, entity from drive_changes where at < ?',
      tables: ['drive_changes', 'drive_state'],
      why: 'cleaning: the same of the journals of all drives',
    },
    {
      statement: 'select mailbox_id, seq from drive_state where mailbox_id = any(?::bigint[])',
      tables: ['drive_state'],
      why: 'a process asks once for the drives of all mailboxes whose sockets it holds; each is named',
    },
    {
      statement: 'with old as ( select mailbox_id, seq, kind, entity from contact_changes where at < ?',
      tables: ['contact_changes', 'contact_state'],
      why: 'cleaning: the same of the journals of all contacts',
    },
    {
      statement: 'select mailbox_id, seq from contact_state where mailbox_id = any(?::bigint[])',
      tables: ['contact_state'],
      why: 'the same for contacts: each mailbox is named',
    },
    {
      statement: 'with old as ( select mailbox_id, seq, kind, entity from calendar_changes where at < ?',
      tables: ['calendar_changes', 'calendar_state'],
      why: 'cleaning: the same of the journals of all calendars',
    },
    {
      statement: 'select mailbox_id, seq from calendar_state where mailbox_id = any(?::bigint[])',
      tables: ['calendar_state'],
      why: 'the same for calendars: each mailbox is named',
    },
    {
      statement: 'select mailbox_id, id from calendar_objects where derived_version < ?',
      tables: ['calendar_objects'],
      why: 'the job that derives events again: the oldest versions of all mailboxes, by their index',
    },
    {
      statement: 'delete from contact_imports where at < ?',
      tables: ['contact_imports'],
      why: 'imports of all mailboxes that can be undone no longer, by their index',
    },
    {
      statement: 'delete from contact_merges where at < ? returning mailbox_id',
      tables: ['contact_merges'],
      why: 'merges of all mailboxes that can be undone no longer, by their index',
    },
    {
      statement: 'select mailbox_id, object_id from calendar_search where extend_at < ?',
      tables: ['calendar_search'],
      why: 'the job that writes further dates of lunar rules: the soonest of all mailboxes, by their index',
    },
    {
      statement: 'select mailbox_id, id from calendar_objects where trashed_at < ?',
      tables: ['calendar_objects'],
      why: 'the job that empties the trash of calendars: the oldest of all mailboxes, by their index',
    },
    {
      statement:
        'select mailbox_id, id, due_at from calendar_reminders where given_at is null and due_at <= ?',
      tables: ['calendar_reminders'],
      why: 'the job that gives reminders: what is due of all mailboxes, by an index of what waits',
    },
    {
      statement: 'select distinct due_at from calendar_reminders where given_at is null and due_at > ?',
      tables: ['calendar_reminders'],
      why: 'the same job: the seconds of the next minute in which something is due, by the same index',
    },
    {
      statement: 'select mailbox_id, object_id as id from calendar_refreshes where at <= ?',
      tables: ['calendar_refreshes'],
      why: 'the job that moves the windows of calendars: those at their end, of all mailboxes, by their index',
    },
    {
      statement: 'select e.mailbox_id, e.id from drive_entries e where e.trashed_at < ?',
      tables: ['drive_entries'],
      why: 'cleaning: what has lain in the trash of any drive for 30 days, by an index of its own',
    },
    {
      statement: 'select mailbox_id from drive_state where mailbox_id > ? order by mailbox_id limit ?',
      tables: ['drive_state'],
      why: 'cleaning: all drives, whose spare versions are then removed one drive at a time',
    },
    {
      statement: 'select distinct mailbox_id from drive_texts where place is null and mailbox_id > ?',
      tables: ['drive_texts'],
      why: 'drives with files that are not read yet, by an index of those alone; each is then read by itself',
    },
    {
      statement: 'delete from bulk_jobs where (mailbox_id, id) in (',
      tables: ['bulk_jobs'],
      why: 'cleaning: undo of bulk actions that is too old, of all mailboxes',
    },
    {
      statement: "from merges where created_at < ? and state not in ('running', 'paused')",
      tables: ['merges', 'merge_files'],
      why: 'cleaning: old mail merges of all mailboxes, by their index, with their rows and files',
    },
    {
      statement: 'delete from labels where (mailbox_id, id) in (',
      tables: ['labels'],
      why: 'cleaning: labels that were deleted and do not come back, of all mailboxes',
    },
    {
      statement: 'delete from security_events where (mailbox_id, id) in (',
      tables: ['security_events'],
      why: 'cleaning: lines of the sign-in history that are too old, of all mailboxes',
    },
    {
      statement: 'delete from known_devices where (mailbox_id, device) in (',
      tables: ['known_devices'],
      why: 'cleaning: devices that have not signed in for long, of all mailboxes',
    },
    {
      statement: 'select p.id, p.email, p.name, p.kind, p.active,',
      tables: ['mailbox_state', 'second_steps', 'security_events', 'sent_by_mailbox'],
      why: 'the people of a domain for its owner: of the mailboxes of one page, by index, how full and how protected',
    },
    {
      statement: 'delete from discarded_deliveries where (mailbox_id, delivery_key) in (',
      tables: ['discarded_deliveries'],
      why: 'cleaning: deliveries whose sender has given up long ago, of all mailboxes',
    },
    {
      statement: 'delete from outbox where (mailbox_id, id) in (',
      tables: ['outbox'],
      why: 'cleaning: sends whose message was removed, of all mailboxes',
    },
    {
      statement: 'delete from attachments a where (mailbox_id, id) in (',
      tables: ['attachments'],
      why: 'cleaning: uploads that no draft took, of all mailboxes',
    },
    {
      statement: 'exists (select from messages n where n.blob = b.blob) or exists (select from attachments n',
      tables: ['messages', 'attachments', 'removed_messages', 'outbox', 'drive_chunks', 'merge_files'],
      why: 'blob collection: a blob is shared by mailboxes and goes when none of them names it',
    },
    {
      statement: "from drive_chunks c where c.blob = decode(?, 'hex') limit 1",
      tables: ['attachments', 'drive_chunks'],
      why: 'previews: a preview is made once for all mailboxes that have the document',
    },
    {
      statement: 'and not exists (select from drive_chunks c where c.blob = p.source)',
      tables: ['attachments', 'drive_chunks'],
      why: 'cleaning: a preview belongs to a blob, and goes when no mailbox has it attached',
    },
    {
      statement: 'not exists (select from attachments a where a.blob = t.blob)',
      tables: ['attachments', 'drive_chunks'],
      why: 'cleaning: the text of a document belongs to a blob, and goes when no mailbox has it',
    },
    {
      statement: 'from snooze_times where at < ? order by at limit ?',
      tables: ['snooze_times'],
      why: 'recovery: moments of all mailboxes at which something snoozed was due, and whose job was lost',
    },
    {
      statement: "from merges where state = 'running' order by started_at",
      tables: ['merges'],
      why: 'recovery: mail merges of all mailboxes whose job was lost, by the index of those that run',
    },
    {
      statement: "where m.state = 'running' and m.wait = 'day_limit'",
      tables: ['merges'],
      why: 'mail merges of a domain that wait for tomorrow, by the index of those that run',
    },
    {
      statement: "from periodic_sends where state = 'active' and next_at < ?",
      tables: ['periodic_sends'],
      why: 'recovery: recurring sends of all mailboxes whose job was lost',
    },
    {
      statement: "(select from outbox o where o.mailbox_id = m.id and o.state in ('held', 'sending'))",
      tables: ['outbox'],
      why: 'a domain that was resumed: which of its mailboxes have something to send, each by the index of what has not ended',
    },
    {
      statement: "from outbox where state in ('held', 'sending') and due_at < ?",
      tables: ['outbox'],
      why: 'recovery: sends of all mailboxes whose job was lost',
    },
    {
      statement:
        'from mailbox_state inner join mailboxes on mailboxes.id = mailbox_state.mailbox_id order by seq desc',
      tables: ['mailbox_state'],
      why: 'admin doctor: the mailboxes with the most changes, which it then counts again one by one',
    },
    {
      statement:
        'with wanted as materialized ( select what, version::integer as version from json_each_text(',
      tables: ['derived_versions'],
      why: 'rebuild: the next mailbox that is of an older version, which is then walked through by itself',
    },
  ],
  outsideTransactions: [],
};
