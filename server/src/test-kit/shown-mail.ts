import pg from 'pg';
import type { Prng } from '../demo-world/prng.ts';

/** The visible content of a message: subject, body, each person, each file's name; as sequences of words. */
export type ShownMail = { thread: string; fields: string[][] };

type Row = {
  id: string;
  thread: string;
  subject: string;
  body: string | null;
  html: boolean;
  people: string[];
  files: string[];
};

const A_PAGE = 1_000;

/** Independent of the index: the stored HTML with its tags stripped, of all searchable mail. */
export async function* readShownMail(config: pg.ClientConfig, email: string): AsyncGenerator<ShownMail> {
  const client = new pg.Client(config);
  await client.connect();
  try {
    let page: Row[];
    let last = '00000000-0000-0000-0000-000000000000';
    do {
      page = (await client.query<Row>(PAGE, [email, last, A_PAGE])).rows;
      last = page.at(-1)?.id ?? last;
      yield* page.map(shownOf);
    } while (page.length === A_PAGE);
  } finally {
    await client.end();
  }
}

const PAGE = `
  select m.id, m.thread_id as thread, m.subject, c.body, c.body_is_html as html,
    array(select p->>'name' || ' ' || (p->>'email') from jsonb_array_elements(jsonb_build_array(m.sender)
      || (c.headers->'to') || (c.headers->'cc') || (c.headers->'bcc')) p) as people,
    array(select a.name from attachments a where a.mailbox_id = m.mailbox_id and a.message_id = m.id
      and not a.inline) as files
  from messages m
  join message_contents c on c.mailbox_id = m.mailbox_id and c.message_id = m.id
  join folders f on f.mailbox_id = m.mailbox_id and f.id = m.folder_id
  where m.mailbox_id = (select id from mailboxes where email = $1) and m.id > $2
    and coalesce(f.role, '') not in ('Junk', 'Trash', 'Drafts', 'WEBMAIL_SCHEDULED', 'webmail_period')
  order by m.id
  limit $3`;

function shownOf({ thread, subject, body, html, people, files }: Row): ShownMail {
  const text = html ? textOf(body ?? '') : (body ?? '');
  return { thread, fields: [subject, text, ...people, ...files].map(wordsOf) };
}

function textOf(html: string): string {
  return html
    .replace(/<!--[\s\S]*?-->|<(style|script|title|head)\b[\s\S]*?<\/\1>/gi, ' ')
    .replace(/<\/?(b|i|u|a|span|strong|em|font|small|wbr)\b[^>]*>/gi, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&nbsp;|&#160;/g, ' ')
    .replace(/&amp;/g, '&')
    .replace(/&#?\w{1,8};/g, ' ');
}

const wordsOf = (text: string) =>
  text
    .normalize('NFC')
    .toLowerCase()
    .match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
const plains = new Map<string, string>();

/**
 * Without diacritics. Every word of the mailbox is compared with every query, and there are few different
 * ones.
 */
function plain(word: string): string {
  const known =
    plains.get(word) ??
    word.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('đ', 'd').replaceAll('ß', 'ss');
  plains.set(word, known);
  return known;
}

/** A word typed with diacritics must match them, one without matches any. */
const isSame = (typed: string, word: string) => typed === (plain(typed) === typed ? plain(word) : word);

export function holdsPhrase({ fields }: ShownMail, typed: string[]): boolean {
  return fields.some((words) =>
    words.some((_, at) => typed.every((word, index) => isSame(word, words[at + index] ?? ''))),
  );
}

export function holdsEach({ fields }: ShownMail, typed: string[]): boolean {
  return typed.every((word) => fields.some((words) => words.some((own) => isSame(word, own))));
}

/**
 * One to four adjacent syllables from a message, half of them typed without diacritics. Drawn from sorted
 * texts: the ids that messages are read by are random.
 */
export function drawQueries(random: Prng, shown: ShownMail[], count: number): string[][] {
  const texts = shown
    .flatMap(({ fields }) => fields.slice(0, 2))
    .map((words) => ({ words, text: words.join(' ') }))
    .sort((one, other) => (one.text < other.text ? -1 : 1))
    .map(({ words }) => words);
  return Array.from({ length: count }, (_, number) => {
    const length = 1 + (number % 4);
    const long = texts.filter((words) => words.length >= length);
    const words = random.pick(long);
    const at = random.int(0, words.length - length);
    const typed = words.slice(at, at + length);
    return number % 8 < 4 ? typed : typed.map(plain);
  });
}
