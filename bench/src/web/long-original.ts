import { prng } from '@bocau/server/demo-world/prng.ts';
import { writeMessage } from '../mailboxes/write-message.ts';
import { writeBody } from '../mailboxes/write-text.ts';
import { bringMail, NEWEST, SENDER } from './bring-mail.ts';

const TABLE_EVERY = 12;
const LIST_EVERY = 5;

/** Delivers a message with HTML of the given length: paragraphs, lists, tables and links. */
export async function deliverLongOriginal(
  port: number,
  recipient: string,
  how: { subject: string; bytes: number },
) {
  const raw = writeMessage({
    messageId: `long.${process.pid}@partner.example`,
    references: [],
    from: { name: 'Nguyễn Văn An', email: SENDER },
    to: [{ name: '', email: recipient }],
    subject: how.subject,
    date: NEWEST,
    paragraphs: longParagraphs(how.bytes),
    html: true,
    attachment: null,
  });
  await bringMail(port, recipient, [raw]);
}

function longParagraphs(bytes: number): string[] {
  const random = prng('long original');
  const paragraphs: string[] = [];
  for (let length = 0, count = 1; length < bytes; count++) {
    const texts = writeBody(random, 'vi');
    const markup = markupOf(texts, count);
    paragraphs.push(markup);
    length += Buffer.byteLength(markup);
  }
  return paragraphs;
}

function markupOf(texts: string[], count: number): string {
  if (count % TABLE_EVERY === 0) {
    const rows = texts.map((text, at) => `<tr><td>${at + 1}</td><td style="color:#335577">${text}</td></tr>`);
    return `</p><table border="1">${rows.join('\r\n')}</table><p>`;
  }
  if (count % LIST_EVERY === 0) {
    const items = texts.map((text) => `<li><a href="https://company.example/${count}">${text}</a></li>`);
    return `</p><ul>${items.join('\r\n')}</ul><p>`;
  }
  return texts.map((text) => `<span style="font-size:14px">${text}</span>`).join('<br>\r\n<b>');
}
