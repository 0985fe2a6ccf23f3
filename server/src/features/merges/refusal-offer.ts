import { readForwardingKey } from '../../mail/forwarding/forwarding.store.ts';
import type { OutgoingMessage } from '../../mail/outbox/outgoing.store.ts';
import { refusalLink } from '../../mail/outbox/refusal-link.ts';
import { readSettings } from '../../mail/settings/read-settings.ts';
import { escapeHtml } from './fill-html.ts';
import type { MergeDeps } from './merge-deps.ts';
import { REFUSAL_WORDS, type RefusalWords } from './refusal-words.ts';

/** The way to say no, which is its recipient's alone: only what is sent to them has it. */
export type RefusalOffer = { url: string; words: RefusalWords };

export async function refusalOffer(
  { db, config }: MergeDeps,
  mailboxId: number,
  address: string,
): Promise<RefusalOffer> {
  const url = refusalLink(config.http.publicUrl, await readForwardingKey(db), { mailboxId, address });
  return { url, words: await wordsOf(db, mailboxId) };
}

/** With the line below the text. */
export function withOffer(outgoing: OutgoingMessage, { url, words }: RefusalOffer): OutgoingMessage {
  const { footer, footerLink } = words;
  return withLine(outgoing, {
    html: `${escapeHtml(footer)} <a href="${escapeHtml(url)}">${escapeHtml(footerLink)}</a>`,
    text: `${footer} ${footerLink}: ${url}`,
  });
}

/** MM-24: the same line for whoever looks at the message, who could press the link in their place. */
export async function withSampleOffer(
  { db }: Pick<MergeDeps, 'db'>,
  mailboxId: number,
  outgoing: OutgoingMessage,
): Promise<OutgoingMessage> {
  const { footer, footerLink, sample } = await wordsOf(db, mailboxId);
  return withLine(outgoing, {
    html: `${escapeHtml(footer)} <span style="text-decoration: underline">${escapeHtml(footerLink)}</span> ${escapeHtml(sample)}`,
    text: `${footer} ${footerLink} ${sample}`,
  });
}

async function wordsOf(db: MergeDeps['db'], mailboxId: number): Promise<RefusalWords> {
  return REFUSAL_WORDS[(await readSettings(db, mailboxId)).language];
}

function withLine(outgoing: OutgoingMessage, line: { html: string; text: string }): OutgoingMessage {
  const added = outgoing.bodyIsHtml
    ? `<p style="font-size: 12px; color: #667085">${line.html}</p>`
    : `\n\n${line.text}\n`;
  return { ...outgoing, body: outgoing.body + added };
}
