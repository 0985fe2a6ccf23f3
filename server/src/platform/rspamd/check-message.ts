import { z } from 'zod';

/** A rule that rspamd matched in a message, by its own name. */
export type RspamdSymbol = { name: string; score: number; description: string };

export type RspamdAnswer = { action: string; score: number; symbols: RspamdSymbol[] };

export type RspamdEnvelope = {
  from: string;
  recipients: string[];
  /**
   * The authenticated user, or the connection that the message came over: without either, rspamd would judge
   * an unknown source.
   */
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
/** Hundreds of long addresses would exceed rspamd's limit for request headers. */
const RECIPIENTS_TOLD = 50;

/** Sends a raw message to rspamd's normal worker. Rejects when it is unreachable. */
export async function checkMessage(
  raw: Buffer,
  options: RspamdEnvelope & {
    url: string;
    password: string | null;
    /** Rules to leave out because they would be unfair. */
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

/**
 * Headers are bytes, and an address may contain letters of any script: sent as UTF-8, without control
 * characters.
 */
function asBytes(text: string): string {
  return Buffer.from(text.replace(/\p{Cc}/gu, '')).toString('latin1');
}
