import { roleOf } from '@bocau/contract/folder-roles.ts';
import { type FolderRow, readUnsubscribed } from '../../mail/folders/folders.store.ts';
import { serializeMailboxName } from '../../platform/imap/serialize.ts';
import { readFolderStatuses } from './folder-state.ts';
import { parseList } from './list-options.ts';
import { readServedFolders, writeName } from './mailbox-names.ts';
import { matchesPattern } from './match-pattern.ts';
import { type Command, mailboxOf, type Session, SIGNED_IN } from './session.ts';
import { serializeStatus } from './status.ts';

/** RFC 6154, by what each system folder is for. */
const SPECIAL_USE: { [role: string]: string | undefined } = {
  Sent: '\\Sent',
  Drafts: '\\Drafts',
  Archive: '\\Archive',
  Junk: '\\Junk',
  Trash: '\\Trash',
};

/** Compared signs, some milliseconds of them. */
const WORK_A_TURN = 1_000_000;

type Listed = { row: FolderRow; attributes: string[]; childInfo: boolean };

export const list: Command = {
  states: SIGNED_IN,
  isPaced: true,
  async run(session, parser) {
    const asked = parseList(session, parser);
    if (asked.separator) {
      session.connection.send('* LIST (\\Noselect) "/" ""\r\n');
      return 'Listed';
    }
    const [rows, unsubscribed] = await readBoth(session);
    const matching = await matchingRows(asked.patterns, rows);
    const matched = new Set(matching.map(({ id }) => id));
    const listed: Listed[] = [];
    for (const row of matching) {
      const subscribed = !unsubscribed.has(row.id);
      // RFC 5258 section 3.5: it is named for those below it that the pattern leaves out.
      const childInfo =
        asked.only.recursive &&
        rows.some((other) => isBelow(other, row) && !unsubscribed.has(other.id) && !matched.has(other.id));
      if (asked.only.subscribed && !subscribed && !childInfo) continue;
      if (asked.only.specialUse && specialUseOf(row) === undefined) continue;
      const tellsSubscribed = subscribed && (asked.only.subscribed || asked.tell.subscribed);
      const attributes = [...attributesOf(row, rows), ...(tellsSubscribed ? ['\\Subscribed'] : [])];
      listed.push({ row, attributes, childInfo });
    }
    const ids = listed.map(({ row }) => row.id);
    const statuses = asked.tell.status.length > 0 ? await readFolderStatuses(session, ids) : null;
    for (const { row, attributes, childInfo } of listed) {
      const info = childInfo ? ' ("CHILDINFO" ("SUBSCRIBED"))' : '';
      session.connection.send(
        `* LIST (${attributes.join(' ')}) "/" ${writeName(session, row.path)}${info}\r\n`,
      );
      const status = statuses?.get(row.id);
      if (status) session.connection.send(serializeStatus(session, row.path, asked.tell.status, status));
    }
    return 'Listed';
  },
};

export const lsub: Command = {
  states: SIGNED_IN,
  isPaced: true,
  async run(session, parser) {
    const { patterns } = parseList(session, parser);
    const [rows, unsubscribed] = await readBoth(session);
    for (const row of await matchingRows(patterns, rows)) {
      if (unsubscribed.has(row.id)) continue;
      session.connection.send(`* LSUB () "/" ${writeName(session, row.path)}\r\n`);
    }
    return 'Listed';
  },
};

/** The names that Gmail gave to uses before there was RFC 6154; clients that know no other ask by them. */
const OLD_SPECIAL_USE: { [role: string]: string | undefined } = {
  ...SPECIAL_USE,
  INBOX: '\\Inbox',
  Junk: '\\Spam',
};

export const xlist: Command = {
  states: SIGNED_IN,
  isPaced: true,
  async run(session, parser) {
    const { patterns } = parseList(session, parser);
    const rows = await readServedFolders(session);
    for (const row of await matchingRows(patterns, rows)) {
      const use = row.role === null ? undefined : OLD_SPECIAL_USE[row.role];
      const attributes = [childAttribute(row, rows), ...(use === undefined ? [] : [use])];
      session.connection.send(`* XLIST (${attributes.join(' ')}) "/" ${writeName(session, row.path)}\r\n`);
    }
    return 'Listed';
  },
};

export const namespace: Command = {
  states: SIGNED_IN,
  async run(session, parser) {
    parser.end();
    session.connection.send(`* NAMESPACE ((${serializeMailboxName('', false)} "/")) NIL NIL\r\n`);
    return 'There is one';
  },
};

async function readBoth(session: Session): Promise<[FolderRow[], Set<string>]> {
  const [rows, unsubscribed] = await Promise.all([
    readServedFolders(session),
    readUnsubscribed(session.deps.db, mailboxOf(session)),
  ]);
  return [rows, new Set(unsubscribed)];
}

/** Others get their turn: patterns and names may be long, and many. */
async function matchingRows(patterns: string[], rows: FolderRow[]): Promise<FolderRow[]> {
  const found: FolderRow[] = [];
  let work = 0;
  for (const row of rows) {
    if (patterns.some((pattern) => matches(pattern, row))) found.push(row);
    work += row.path.length * patterns.reduce((sum, pattern) => sum + pattern.length, 0);
    if (work < WORK_A_TURN) continue;
    work = 0;
    await new Promise((resume) => setImmediate(resume));
  }
  return found;
}

/** INBOX is the inbox whatever its case (RFC 9051 section 5.1). */
function matches(pattern: string, { path, role }: FolderRow): boolean {
  return matchesPattern(pattern, path) || (role === 'INBOX' && matchesPattern(pattern.toUpperCase(), path));
}

function isBelow(row: FolderRow, above: FolderRow): boolean {
  return row.path.startsWith(`${above.path}/`);
}

function specialUseOf({ role }: FolderRow): string | undefined {
  return role === null ? undefined : SPECIAL_USE[role];
}

function attributesOf(row: FolderRow, rows: FolderRow[]): string[] {
  const special = specialUseOf(row);
  const nests = row.role === null || roleOf(row.role)?.nests;
  return [...(nests ? [] : ['\\Noinferiors']), childAttribute(row, rows), ...(special ? [special] : [])];
}

function childAttribute({ id }: FolderRow, rows: FolderRow[]): string {
  return rows.some(({ parent_id }) => parent_id === id) ? '\\HasChildren' : '\\HasNoChildren';
}
