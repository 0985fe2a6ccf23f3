import type { Limit } from '@bocau/contract/endpoint.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type GuestPage, sendGuestPage } from './guest-page.ts';
import { html } from './html-page.ts';
import { type PageLanguage, pageLanguage } from './page-language.ts';
import { type RateLimits, secondsToWaitFor } from './rate-limit.ts';

export type PressContent = Pick<GuestPage, 'title' | 'body' | 'status'>;

type PressPage = {
  url: string;
  limit: Limit;
  limits: RateLimits;
  words: Record<PageLanguage, { title: string; goneWhy: string }>;
  /** The page of a link, or what a press of its button did; null where there is no such link. */
  answer(token: string, language: PageLanguage, isPress: boolean): Promise<PressContent | null>;
};
type Asked = FastifyRequest<{ Querystring: { m?: string; lang?: string } }>;

const LARGEST_FORM = 1024;

const WORDS = {
  vi: {
    gone: 'Liên kết này không dùng được',
    tooMany: 'Đã thử quá nhiều lần',
    tooManyWhy: 'Chưa có gì thay đổi. Hãy đợi một phút rồi thử lại.',
  },
  en: {
    gone: 'This link does not work',
    tooMany: 'Too many tries',
    tooManyWhy: 'Nothing has changed. Wait a minute, then try again.',
  },
};

/**
 * A page that a link in a message opens, with one button (RFC 8058). Opening it changes nothing, as scanners open what is
 * in mail; one press does, of a person or of their mail program. There is no session and no cookie, so that nothing is
 * left for another site to misuse.
 */
export function bindPressPage(app: FastifyInstance, page: PressPage): void {
  app.route<{ Querystring: { m?: string; lang?: string } }>({
    method: ['GET', 'HEAD'],
    url: page.url,
    handler: (request, reply) => answer(page, request, reply, false),
  });

  app.register((room, _options, ready) => {
    room.removeAllContentTypeParsers();
    room.addContentTypeParser(
      ['application/x-www-form-urlencoded', 'multipart/form-data'],
      { parseAs: 'string', bodyLimit: LARGEST_FORM },
      (_request, body, done) => done(null, body),
    );
    room.post<{ Querystring: { m?: string; lang?: string } }>(page.url, (request, reply) =>
      answer(page, request, reply, isPress(request.body)),
    );
    ready();
  });
}

/** `List-Unsubscribe=One-Click`, in either of the two forms that RFC 8058 allows. */
function isPress(body: unknown): boolean {
  if (typeof body !== 'string') return false;
  return (
    new URLSearchParams(body).get('List-Unsubscribe') === 'One-Click' ||
    /name="?List-Unsubscribe"?\s*\r?\n\r?\nOne-Click\r?\n/i.test(body)
  );
}

async function answer(
  page: PressPage,
  request: Asked,
  reply: FastifyReply,
  pressed: boolean,
): Promise<FastifyReply> {
  const { m: token = '', lang } = request.query;
  const language = pageLanguage(lang, request.headers['accept-language']);
  const words = { ...WORDS[language], ...page.words[language] };
  const send = (content: PressContent, switchTo: string | null) =>
    sendGuestPage(reply, { ...content, language, script: '', small: true, switchTo });
  const wait = secondsToWaitFor(page.limits, page.limit, request.ip);
  if (wait > 0) {
    reply.header('retry-after', String(wait));
    return send(notePage(words.title, words.tooMany, words.tooManyWhy, 429), null);
  }
  const content = typeof token === 'string' ? await page.answer(token, language, pressed) : null;
  if (!content) return send(notePage(words.title, words.gone, words.goneWhy, 404), null);
  const other = `${page.url}?m=${token}&lang=${language === 'vi' ? 'en' : 'vi'}`;
  return send(content, request.method === 'POST' ? null : other);
}

/** The form goes to the link itself, so that a press says the same as a mail program does. */
export function pressForm(button: string) {
  return html`<form method="post"><input type="hidden" name="List-Unsubscribe" value="One-Click"><button>${button}</button></form>`;
}

export function notePage(title: string, heading: string, text: string, status = 200): PressContent {
  return { title, status, body: html`<h1>${heading}</h1><p>${text}</p>` };
}
