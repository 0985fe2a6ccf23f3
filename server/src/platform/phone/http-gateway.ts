import type { PhoneMethod } from '@bocau/contract/phone.ts';
import type { PhoneGateway, PhoneMessage } from './phone-gateway.ts';

export type HttpGatewayOptions = {
  /** The URL of each method; a method without one is not offered. */
  urls: Partial<Record<PhoneMethod, string>>;
  verb: 'POST' | 'GET' | 'PUT';
  /** The body, with the placeholders {to}, {text}, {code} and {method}; a GET has none. */
  template: string;
  contentType: string;
  /** The Authorization header. */
  authorization: string | null;
};

const ANSWER_BYTES = 64 * 1024;
const FORM = 'application/x-www-form-urlencoded';
/** Transient statuses, not about this message: it may be accepted later. */
const PASSING = [408, 425, 429];

/** An SMS or call provider with an HTTP API of any shape. */
export function createHttpGateway({ urls, verb, ...options }: HttpGatewayOptions): PhoneGateway {
  const escapeInBody = escapeOf(options.contentType);

  return {
    methods: (['sms', 'call'] as const).filter((method) => urls[method] !== undefined),
    async send(message, signal) {
      const headers = new Headers();
      if (options.authorization !== null) headers.set('authorization', options.authorization);
      if (verb !== 'GET') headers.set('content-type', options.contentType);
      const response = await fetch(fill(urls[message.method] ?? '', message, encodeURIComponent), {
        method: verb,
        headers,
        signal,
        redirect: 'error',
        ...(verb === 'GET' ? {} : { body: fill(options.template, message, escapeInBody) }),
      });
      await readToEnd(response);
      if (response.ok) return 'sent';
      if (response.status < 500 && !PASSING.includes(response.status)) return 'refused';
      throw new Error(`the gateway answered ${response.status}`);
    },
  };
}

/** The content is ignored, but an endless response counts as a failure. */
async function readToEnd({ body }: Response): Promise<void> {
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += (chunk as Uint8Array).length;
    if (bytes > ANSWER_BYTES) throw new Error('the gateway answered too much');
  }
}

function fill(template: string, message: PhoneMessage, escaped: (value: string) => string): string {
  const values: Record<string, string> = { ...message, to: message.number, mailboxId: '' };
  return template.replace(/\{(to|text|code|method)\}/g, (_, name: string) => escaped(values[name] ?? ''));
}

function escapeOf(contentType: string): (value: string) => string {
  if (contentType.startsWith(FORM)) return encodeURIComponent;
  if (/\bjson\b/.test(contentType)) return (value) => JSON.stringify(value).slice(1, -1);
  if (/\bxml\b/.test(contentType))
    return (value) => value.replace(/[<>&"']/g, (c) => `&#${c.charCodeAt(0)};`);
  return (value) => value;
}
