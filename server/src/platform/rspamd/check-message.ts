import { z } from 'zod';

/** What rspamd found in a message, by its own names. */
export type RspamdSymbol = { name: string; score: number; description: string };

export type RspamdAnswer = { action: string; score: number; symbols: RspamdSymbol[] };

export type RspamdEnvelope = {
  from: string;
  recipients: string[];
  /** Who has signed in, or the connection that the message came by: without either rspamd would judge one that is none. */
  by: { user: string } | { ip: string; helo: string };
};

const answer = z.object({
  action: z.string(),
  score: z.number(),
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
  options: RspamdEnvelope & {
    url: string;
    password: string | null;
    /** Of its checks those that would not be fair. */
    without?: readonly string[];
    signal: AbortSignal;
  },
): Promise<RspamdAnswer> {
  const headers = new Headers({ 'content-type': 'message/rfc822', from: asBytes(options.from) });
  for (const [name, value] of Object.entries(options.by)) headers.set(name, asBytes(value));
  if (options.password !== null) headers.set('password', options.password);
  if (options.without) headers.set('settings', JSON.stringify({ symbols_disabled: options.without }));
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
  const { action, score, symbols } = answer.parse(JSON.parse(text));
  return {
    action,
    score,
    symbols: Object.values(symbols).map(({ name, score, description = '' }) => ({
      name,
      score,
      description,
    })),
  };
}

/** A header is made of bytes, and an address may have letters of any script: these go as UTF-8, without controls. */
function asBytes(text: string): string {
  return Buffer.from(text.replace(/\p{Cc}/gu, '')).toString('latin1');
}
