import { parse } from 'libpg-query';
import { describe, expect, test } from 'vitest';
import { findUnscoped, type Schema } from './find-unscoped.ts';

const schema: Schema = {
  columns: new Map([
    ['messages', ['mailbox_id', 'id', 'thread_id', 'blob', 'unread']],
    ['drafts', ['mailbox_id', 'message_id', 'body']],
    ['bulk_steps', ['mailbox_id', 'job_id', 'message_id']],
    ['outbox_recipients', ['mailbox_id', 'outbox_id', 'local_mailbox_id', 'local_message_id']],
    ['mailboxes', ['id', 'email', 'active']],
    ['addresses', ['address', 'mailbox_id']],
  ]),
  mailTables: new Set(['messages', 'drafts', 'bulk_steps', 'outbox_recipients']),
};

async function tablesIn(text: string): Promise<string[]> {
  const { stmts = [] } = await parse(text);
  return stmts.flatMap(({ stmt }) => (stmt ? findUnscoped(stmt, schema) : [])).map(({ table }) => table);
}

describe('names its mailbox', () => {
  test.each([
    ['an equality with a parameter', 'select id from messages where id = $1 and mailbox_id = $2'],
    ['a parameter under a cast, on the left', 'select id from messages m where $1::bigint = m.mailbox_id'],
    ['no mail at all', 'select id from mailboxes where email = $1'],
    [
      'an equality with a table that is bound',
      'select from messages m join drafts d on d.mailbox_id = m.mailbox_id where d.mailbox_id = $1',
    ],
    [
      'a join by a common column',
      'select from messages join drafts using (mailbox_id) where messages.mailbox_id = $1',
    ],
    ['the id of a mailbox', 'select from mailboxes b join messages m on m.mailbox_id = b.id where b.id = $1'],
    [
      'rows that are given',
      'select from unnest($1::bigint[], $2::uuid[]) as g(mailbox, id) join messages m on m.mailbox_id = g.mailbox',
    ],
    ['a pair that is equal to a given pair', 'select from messages where (mailbox_id, id) = ($1, $2)'],
    [
      'a pair out of what is bound',
      'delete from messages where (mailbox_id, id) in (select mailbox_id, message_id from drafts where mailbox_id = $1)',
    ],
    [
      'a row of what another part removed',
      `with gone as (delete from messages where mailbox_id = $1 returning mailbox_id, id)
       delete from drafts d using gone g where d.mailbox_id = g.mailbox_id and d.message_id = g.id`,
    ],
    [
      'a lateral part that looks at what stands before it',
      'select from messages m, lateral (select from drafts d where d.mailbox_id = m.mailbox_id) l where m.mailbox_id = $1',
    ],
    [
      'an exists that looks outside',
      'select from messages m where mailbox_id = $1 and exists (select from drafts where mailbox_id = m.mailbox_id)',
    ],
    [
      'an insert that gives it',
      'insert into drafts (message_id, mailbox_id) values ($1, $2) on conflict do nothing',
    ],
    [
      'an insert out of what is bound',
      'insert into drafts (mailbox_id, message_id) select mailbox_id, id from messages where mailbox_id = $1',
    ],
    [
      'both parts of a union',
      'select id from messages where mailbox_id = $1 union select message_id from drafts where mailbox_id = $1',
    ],
    [
      'the outer side of a join',
      'select from messages m left join drafts d on d.mailbox_id = m.mailbox_id where m.mailbox_id = $1',
    ],
    ['one mailbox of a scalar select', 'select from messages where mailbox_id = (select $1::bigint)'],
    [
      'a recursive part',
      `with recursive up as (
         select mailbox_id, id from messages where mailbox_id = $1
         union all select m.mailbox_id, m.id from messages m join up on up.mailbox_id = m.mailbox_id)
       select from up`,
    ],
  ])('%s', async (_, text) => {
    expect(await tablesIn(text)).toEqual([]);
  });
});

describe('does not name its mailbox', () => {
  test.each([
    ['no condition', 'select id from messages', ['messages']],
    ['another column', 'update messages set unread = false where id = $1', ['messages']],
    ['several mailboxes at once', 'select from messages where mailbox_id = any($1::bigint[])', ['messages']],
    ['a comparison', 'delete from messages where mailbox_id > $1', ['messages']],
    ['an equality under an or', 'select from messages where mailbox_id = $1 or unread', ['messages']],
    ['an equality that is denied', 'select from messages where not (mailbox_id = $1)', ['messages']],
    ['a sum', 'select from messages where mailbox_id + 0 = $1', ['messages']],
    [
      'a join by the id of the message alone',
      'select from messages m join drafts d on d.message_id = m.id where m.mailbox_id = $1',
      ['drafts'],
    ],
    [
      'two tables that only have each other',
      'select from messages m join drafts d on d.mailbox_id = m.mailbox_id',
      ['messages', 'drafts'],
    ],
    [
      'the kept side of an outer join',
      'select from messages m left join drafts d on d.mailbox_id = m.mailbox_id and m.mailbox_id = $1',
      ['messages', 'drafts'],
    ],
    [
      'a mailbox that is looked up',
      'select from addresses a join messages m on m.mailbox_id = a.mailbox_id where a.address = $1',
      ['messages'],
    ],
    [
      'the mailbox of somebody else',
      `select from outbox_recipients r join messages m on m.mailbox_id = r.local_mailbox_id where r.mailbox_id = $1`,
      ['messages'],
    ],
    [
      'an exists that looks at no mailbox',
      'select from mailboxes where exists (select from messages where blob = $1)',
      ['messages'],
    ],
    [
      'a part of a statement',
      'with m as (select * from messages) select from m where mailbox_id = $1',
      ['messages'],
    ],
    [
      'one part of a union',
      'select id from messages where mailbox_id = $1 union select message_id from drafts',
      ['drafts'],
    ],
    [
      'a select in the answer',
      'select (select count(*) from messages where id = d.message_id) from drafts d where mailbox_id = $1',
      ['messages'],
    ],
    [
      'a value of a function of rows',
      'select from drafts d, unnest(array[d.mailbox_id]) as m(id) join messages s on s.mailbox_id = m.id where d.mailbox_id = $1',
      ['messages'],
    ],
    ['an insert without it', 'insert into drafts (message_id) values ($1)', ['drafts']],
    [
      'an insert out of everything',
      'insert into drafts (mailbox_id, message_id) select mailbox_id, id from messages',
      ['messages'],
    ],
    ['a change of the mailbox', 'update messages set mailbox_id = $1 where mailbox_id = $2', ['messages']],
    ['a statement that is not understood', 'truncate messages', ['messages']],
    [
      'a merge',
      'merge into messages m using drafts d on m.id = d.message_id when matched then delete',
      ['messages', 'drafts'],
    ],
  ])('%s', async (_, text, tables) => {
    expect(await tablesIn(text)).toEqual(tables);
  });
});
