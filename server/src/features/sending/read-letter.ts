import type { DraftAction } from '@bocau/contract/drafts.ts';
import type { MailAddress } from '@bocau/contract/fields.ts';
import { sql } from 'kysely';
import { isId } from '../../platform/ids.ts';
import type { Db, MessageHeaders } from '../../tables.ts';
import { foldAddress } from '../rules/fold-address.ts';

export type LetterFile = {
  id: string;
  name: string;
  contentType: string;
  contentId: string | null;
  size: number;
  blob: string;
};

/** What a draft says, as it is to be sent. */
export type Letter = {
  id: string;
  threadId: string;
  folderId: string;
  draft: boolean;
  /** 0 where it was never saved here. */
  version: number;
  messageId: string | null;
  size: number;
  sender: MailAddress;
  to: MailAddress[];
  cc: MailAddress[];
  bcc: MailAddress[];
  subject: string;
  inReplyTo: string | null;
  references: string[];
  /** The own words, and below them the original. */
  body: string;
  /** Without the original. */
  ownWords: string;
  bodyIsHtml: boolean;
  files: LetterFile[];
  answers: string | null;
  action: DraftAction;
  tracking: boolean;
};

type LetterRow = Omit<Letter, 'to' | 'cc' | 'bcc' | 'files'> & {
  headers: MessageHeaders;
  files: LetterFile[] | null;
};

export async function readLetter(db: Db, mailboxId: number, messageId: string): Promise<Letter | undefined> {
  if (!isId(messageId)) return undefined;
  const { rows } = await sql<LetterRow>`
    select m.id, m.thread_id as "threadId", m.folder_id as "folderId", m.draft, coalesce(d.version, 0) as version, m.message_id_header as "messageId", m.size,
      jsonb_build_object('email', m.sender->>'email', 'name', coalesce(nullif(m.sender->>'name', ''), b.name)) as sender,
      c.headers, m.subject, c.in_reply_to as "inReplyTo", c.refs as references,
      case when d.message_id is null then coalesce(c.body, '') else d.body || coalesce(d.quote, '') end as body,
      coalesce(d.body, c.body, '') as "ownWords",
      d.message_id is not null or c.body_is_html as "bodyIsHtml",
      (select json_agg(json_build_object('id', a.id, 'name', a.name, 'contentType', a.content_type,
          'contentId', a.content_id, 'size', a.size, 'blob', encode(a.blob, 'hex')) order by a.position)
        from attachments a where a.mailbox_id = m.mailbox_id and a.message_id = m.id) as files,
      d.answers, coalesce(d.action, 'new') as action, coalesce(d.tracking, false) as tracking
    from messages m
    join mailboxes b on b.id = m.mailbox_id
    join message_contents c on c.mailbox_id = m.mailbox_id and c.message_id = m.id
    left join drafts d on d.mailbox_id = m.mailbox_id and d.message_id = m.id
    where m.mailbox_id = ${mailboxId} and m.id = ${messageId}`.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  const { headers, files, ...rest } = row;
  return {
    ...rest,
    to: distinct(headers.to),
    cc: distinct(headers.cc),
    bcc: distinct(headers.bcc),
    files: files ?? [],
  };
}

/** Everybody whom a letter goes to, each once, however often an address is named. */
export function recipientsOf({ to, cc, bcc }: Pick<Letter, 'to' | 'cc' | 'bcc'>): MailAddress[] {
  return distinct([...to, ...cc, ...bcc]);
}

function distinct(people: MailAddress[]): MailAddress[] {
  const byAddress = new Map<string, MailAddress>();
  for (const person of people) {
    const key = foldAddress(person.email);
    if (!byAddress.has(key) && !UNDISCLOSED.test(key)) byAddress.set(key, person);
  }
  return [...byAddress.values()];
}

/** What stands in To where nobody is to be named is no address. */
const UNDISCLOSED = /^undisclosed[- ]?recipients\b/;
