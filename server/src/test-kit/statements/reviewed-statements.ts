/** A statement that may do what others may not, found by a part of its text as `normalizeStatement` leaves it. */
export type Reviewed = { statement: string; tables: string[]; why: string };

export type ReviewedStatements = {
  /** May touch these mail tables without naming the mailbox. */
  acrossMailboxes: Reviewed[];
  /** May write these tables outside a transaction. */
  outsideTransactions: Reviewed[];
};

export const reviewedStatements: ReviewedStatements = {
  acrossMailboxes: [
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
      statement: 'select mailbox_id from second_steps where mailbox_id > ? order by mailbox_id limit ?',
      tables: ['second_steps'],
      why: 'admin secrets rotate: the mailboxes that have secrets, which are then encrypted anew one by one',
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
      statement: 'with old as ( select mailbox_id, seq, kind, entity from changes where at < ?',
      tables: ['changes', 'mailbox_state'],
      why: 'cleaning: prunes the journals of all mailboxes in the order of time',
    },
    {
      statement: 'delete from bulk_jobs where (mailbox_id, id) in (',
      tables: ['bulk_jobs'],
      why: 'cleaning: undo of bulk actions that is too old, of all mailboxes',
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
      tables: ['mailbox_state', 'second_steps', 'security_events'],
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
      tables: ['messages', 'attachments', 'outbox'],
      why: 'blob collection: a blob is shared by mailboxes and goes when none of them names it',
    },
    {
      statement: "from attachments a where a.blob = decode(?, 'hex') limit 1",
      tables: ['attachments'],
      why: 'previews: a preview is made once for all mailboxes that have the document',
    },
    {
      statement: 'not exists (select from attachments a where a.blob = p.source)',
      tables: ['attachments'],
      why: 'cleaning: a preview belongs to a blob, and goes when no mailbox has it attached',
    },
    {
      statement: 'not exists (select from attachments a where a.blob = t.blob)',
      tables: ['attachments'],
      why: 'cleaning: the text of a document belongs to a blob, and goes when no mailbox has it attached',
    },
    {
      statement: "from periodic_sends where state = 'active' and next_at < ?",
      tables: ['periodic_sends'],
      why: 'recovery: recurring sends of all mailboxes whose job was lost',
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
