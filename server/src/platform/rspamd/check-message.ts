import { z } from 'zod';

/** What rspamd found in a message, by its own names. */
export type RspamdSymbol = { name: string; score: number; description: string };

const answer = z.object({
  symbols: z.record(
    z.string(),
    z.object({ name: z.string(), score: z.number(), description: z.string().optional() }),
  ),
});

const ANSWER_BYTES = 1024 * 1024;
/** Hundreds of long addresses would be more than it reads of a request's head. */
const RECIPIENTS_TOLD = 50;

/** Asks rspamd's normal worker about a raw message. Rejects when it can't be asked. */
export async function checkMessage(
  raw: Buffer,
  options: { url: string; password: string | null; from: string; recipients: string[]; signal: AbortSignal },
): Promise<RspamdSymbol[]> {
  // Somebody who has signed in: without it rspamd would judge the connection, of which there is none.
  const headers = new Headers({
    'content-type': 'message/rfc822',
    from: asBytes(options.from),
    user: asBytes(options.from),
  });
  if (options.password !== null) headers.set('password', options.password);
  for (const recipient of options.recipients.slice(0, RECIPIENTS_TOLD))
    headers.append('rcpt', asBytes(recipient));
  const response = await fetch(new URL('/checkv2', options.url), {
    method: 'POST',
    headers,
    body: new Uint8Array(raw),
    signal: options.signal,
    redirect: 'error',
  });
  if (!response.ok) throw new Error(`rspamd answered ${response.status}`);
  const text = await response.text();
  if (text.length > ANSWER_BYTES) throw new Error('rspamd answered too much');
  const { symbols } = answer.parse(JSON.parse(text));
  return Object.values(symbols).map(({ name, score, description = '' }) => ({ name, score, description }));
}

/** A header is made of bytes, and an address may have letters of any script: these go as UTF-8, without controls. */
function asBytes(text: string): string {
  return Buffer.from(text.replace(/\p{Cc}/gu, '')).toString('latin1');
}
