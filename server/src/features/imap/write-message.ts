import type { BytesItem, FetchItem } from '../../platform/imap/fetch-items.ts';
import { filterHeader } from '../../platform/imap/filter-header.ts';
import { serializeLiteral } from '../../platform/imap/serialize.ts';
import { serializeEnvelope, serializeStructure } from '../../platform/imap/serialize-structure.ts';
import { type SourceRange, sectionRange } from '../../platform/mime/body-sections.ts';
import { readEnvelope } from '../../platform/mime/envelope.ts';
import { isKeptField } from '../../platform/mime/kept-header.ts';
import { binaryValue, IN_MEMORY_BYTES, type LongValue } from './binary-value.ts';
import { type MessageContent, rootOf } from './message-contents.ts';
import { paced } from './paced.ts';
import { readHeaderAt, readRange } from './read-source.ts';
import { isOfRow, type Known, type RowItem, serializeRowItem } from './row-items.ts';
import type { Session } from './session.ts';

type Written = Known & { content: MessageContent };

/** One FETCH answer that the rows of a message suffice for. */
export function serializeRow(number: number, items: RowItem[], known: Known): string {
  return `* ${number} FETCH (${items.map((item) => serializeRowItem(item, known)).join(' ')})\r\n`;
}

/** One FETCH answer of any items. Nothing of it leaves before all of it is read, but what is too long to be held in memory. */
export async function writeMessage(
  session: Session,
  number: number,
  items: FetchItem[],
  written: Written,
): Promise<void> {
  const { connection } = session;
  const values = await paced(session, () => readValues(session, items, written));
  let text = `* ${number} FETCH (`;
  let begun = false;
  try {
    for (const [index, value] of values.entries()) {
      if (index > 0) text += ' ';
      if (typeof value === 'string') text += value;
      else {
        connection.send(`${text}${value.head}\r\n`);
        text = '';
        begun = true;
        await sendStream(session, value);
      }
    }
  } catch (error) {
    // Once a length was said, nothing but its bytes may follow.
    if (begun) connection.destroy();
    throw error;
  }
  connection.send(`${text})\r\n`);
  if (connection.isCongested) await connection.flush();
}

async function readValues(
  session: Session,
  items: FetchItem[],
  written: Written,
): Promise<(string | LongValue)[]> {
  const values: (string | LongValue)[] = [];
  for (const item of items)
    values.push(
      isOfRow(item) ? serializeRowItem(item, written) : await itemValue(session, item, written.content),
    );
  return values;
}

async function itemValue(
  session: Session,
  item: FetchItem,
  content: MessageContent,
): Promise<string | LongValue> {
  if (item.name === 'BINARY' || item.name === 'BINARY.SIZE') return binaryValue(session, item, content);
  if (item.name !== 'BYTES') return contentValue(session, item.name, content);
  const range = longRange(item, content);
  if (range === null) return bytesOf(session, item, content);
  const size = range.end - range.start;
  const open = () => session.deps.blobs.open(content.blob, range);
  return { head: `${item.label} {${size}}`, size, open };
}

async function contentValue(
  session: Session,
  name: FetchItem['name'],
  content: MessageContent,
): Promise<string> {
  switch (name) {
    case 'BODY':
      return `BODY ${serializeStructure(rootOf(content), false)}`;
    case 'BODYSTRUCTURE':
      return `BODYSTRUCTURE ${serializeStructure(rootOf(content), true)}`;
    case 'ENVELOPE': {
      const fields = await envelopeFields(session, content);
      return `ENVELOPE ${serializeEnvelope(readEnvelope(Buffer.from(fields, 'latin1')))}`;
    }
    default:
      throw new Error(`${name} is told by what is known of the folder`);
  }
}

async function envelopeFields(session: Session, content: MessageContent): Promise<string> {
  if (content.fields !== null) return content.fields;
  const { start, body: end } = rootOf(content);
  return readHeaderAt(session.deps, content, { start, end });
}

function longRange({ section, partial }: BytesItem, content: MessageContent): SourceRange | null {
  if (section.fields !== null) return null;
  const whole = sectionRange(rootOf(content), section);
  const range = whole && clip(whole, partial);
  return range && range.end - range.start > IN_MEMORY_BYTES ? range : null;
}

async function bytesOf(session: Session, item: BytesItem, content: MessageContent): Promise<string> {
  const { section, partial, label } = item;
  if (section.fields !== null) {
    const header = await fieldsOf(session, item, content);
    if (header === null) return `${label} NIL`;
    const end = partial === null ? header.length : partial.start + partial.count;
    return `${label} ${serializeLiteral(header.slice(partial?.start ?? 0, end))}`;
  }
  const whole = sectionRange(rootOf(content), section);
  if (whole === null) return `${label} NIL`;
  const bytes = await readRange(session.deps, content.blob, clip(whole, partial));
  return `${label} ${serializeLiteral(bytes.toString('latin1'))}`;
}

async function fieldsOf(
  session: Session,
  { section }: BytesItem,
  content: MessageContent,
): Promise<string | null> {
  const { fields } = section;
  if (fields === null) return null;
  const kept = content.fields;
  if (kept !== null && section.path.length === 0 && fields.only && fields.names.every(isKeptField))
    return filterHeader(kept, fields);
  const range = sectionRange(rootOf(content), section);
  return range && filterHeader(await readHeaderAt(session.deps, content, range), fields);
}

function clip({ start, end }: SourceRange, partial: BytesItem['partial']): SourceRange {
  if (partial === null) return { start, end };
  const from = Math.min(end, start + partial.start);
  return { start: from, end: Math.min(end, from + partial.count) };
}

async function sendStream({ connection }: Session, { size, open }: LongValue): Promise<void> {
  let left = size;
  for await (const piece of await open()) {
    left -= piece.length;
    await connection.sendBytes(piece);
    if (connection.isClosed) return;
  }
  if (left !== 0) throw new Error('a source is shorter than its structure says');
}
