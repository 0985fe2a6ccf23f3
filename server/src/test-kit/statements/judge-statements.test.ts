import { expect, test } from 'vitest';
import type { CollectedStatement } from './collect-statements.ts';
import type { Schema } from './find-unscoped.ts';
import { judgeStatements } from './judge-statements.ts';
import { reviewedStatements } from './reviewed-statements.ts';

const STORE = 'server/src/mail/messages/messages.store.ts';
const schema: Schema = {
  columns: new Map([['messages', ['mailbox_id', 'id', 'unread']]]),
  mailTables: new Set(['messages']),
};
const nothing = { acrossMailboxes: [], outsideTransactions: [] };
const everywhere: CollectedStatement = {
  text: 'select "id" from "messages" where "id" in ($1, $2)',
  inTransaction: false,
  origin: STORE,
};
const write: CollectedStatement = {
  text: 'update messages set unread = false where mailbox_id = $1',
  inTransaction: false,
  origin: STORE,
};

test('a fault names the table, the file that asked and the statement', async () => {
  const { faults } = await judgeStatements([everywhere], schema, nothing);
  expect(faults).toEqual([
    `messages has no equality on messages.mailbox_id\n    from ${STORE}\n    select id from messages where id in (?)`,
  ]);
});

test('texts that list more values are one statement, with all its places', async () => {
  const more = {
    ...everywhere,
    text: everywhere.text.replace('$2', '$2, $3'),
    origin: 'server/src/other.ts',
  };
  const { judged, faults } = await judgeStatements([everywhere, more], schema, nothing);
  expect(judged).toBe(1);
  expect(faults).toHaveLength(1);
  expect(faults[0]).toContain(`from ${STORE}, server/src/other.ts`);
});

test('a write outside a transaction is a fault, also where it ran inside one too', async () => {
  const within = { ...write, inTransaction: true };
  expect((await judgeStatements([within], schema, nothing)).faults).toEqual([]);
  const { faults } = await judgeStatements([write, within], schema, nothing);
  expect(faults).toEqual([expect.stringContaining('messages is written outside a transaction')]);
});

test('what was reviewed is no fault, for the tables that were reviewed', async () => {
  const line = { statement: 'from messages where id in (?)', tables: ['messages'], why: 'for this test' };
  const reviewed = { acrossMailboxes: [line], outsideTransactions: [] };
  expect(await judgeStatements([everywhere], schema, reviewed)).toEqual({
    judged: 1,
    faults: [],
    unused: [],
  });
  const other = { acrossMailboxes: [{ ...line, tables: ['drafts'] }], outsideTransactions: [] };
  const verdict = await judgeStatements([everywhere], schema, other);
  expect(verdict.faults).toHaveLength(1);
  expect(verdict.unused).toEqual([line.statement]);
});

test('what tests and migrations ask is not judged, what nobody can be named for is', async () => {
  const asked = ['server/src/a.test.ts', 'server/src/test-kit/b.ts', 'server/src/prepare-database.ts', ''];
  const { faults } = await judgeStatements(
    asked.map((origin) => ({ ...everywhere, origin })),
    schema,
    nothing,
  );
  expect(faults).toEqual([expect.stringContaining('from a library')]);
});

test('what can not be parsed is a fault', async () => {
  const { faults } = await judgeStatements([{ ...everywhere, text: 'selekt' }], schema, nothing);
  expect(faults).toEqual([expect.stringContaining('can not be parsed')]);
});

test('no reviewed entry stands behind another that answers for it, and would seem needless', () => {
  const { acrossMailboxes } = reviewedStatements;
  const hidden = acrossMailboxes.filter(({ statement, tables }, place) =>
    acrossMailboxes
      .slice(0, place)
      .some(
        (before) =>
          statement.includes(before.statement) && tables.every((table) => before.tables.includes(table)),
      ),
  );
  expect(hidden.map(({ statement }) => statement)).toEqual([]);
});
