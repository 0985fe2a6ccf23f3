import type { Limit } from '@bocau/contract/endpoint.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readForwardingKey } from '../../mail/forwarding/forwarding.store.ts';
import {
  deleteOutside,
  type Memberships,
  readGroupAddress,
  readMemberships,
} from '../../mail/groups/groups.store.ts';
import { LEAVE_PAGE, type Leaving, readLeaveToken } from '../../mail/groups/leave-link.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { type GuestPage, sendGuestPage } from '../../platform/http/guest-page.ts';
import { html } from '../../platform/http/html-page.ts';
import { pageLanguage } from '../../platform/http/page-language.ts';
import { type RateLimits, secondsToWaitFor } from '../../platform/http/rate-limit.ts';
import type { Logger } from '../../platform/logger.ts';
import type { Db } from '../../tables.ts';
import { LEAVE_WORDS, type LeaveWords } from './leave-words.ts';

type LeaveDeps = { db: Db; limits: RateLimits; log: Logger };
type Asked = FastifyRequest<{ Querystring: { m?: string; lang?: string } }>;
type Asking = Leaving & { group: string; memberships: Memberships };
type Content = Pick<GuestPage, 'title' | 'body' | 'status'>;

/** Mail providers press for all their users from a few addresses. */
const LIMIT: Limit = { name: 'leaving groups', count: 120, perSeconds: 60, by: 'address' };
const LARGEST_FORM = 1024;

/**
 * Where members elsewhere leave a group by the link in their copy (RFC 8058). Opening it changes nothing, as scanners
 * open what is in mail; one press does, of a person or of their mail program. There is no session and no cookie, so
 * that nothing is left for another site to misuse.
 */
export function bindLeavePage(app: FastifyInstance, deps: LeaveDeps): void {
  app.route<{ Querystring: { m?: string; lang?: string } }>({
    method: ['GET', 'HEAD'],
    url: LEAVE_PAGE,
    handler: (request, reply) => answer(deps, request, reply, questionPage),
  });

  app.register((room, _options, ready) => {
    room.removeAllContentTypeParsers();
    room.addContentTypeParser(
      ['application/x-www-form-urlencoded', 'multipart/form-data'],
      { parseAs: 'string', bodyLimit: LARGEST_FORM },
      (_request, body, done) => done(null, body),
    );
    room.post<{ Querystring: { m?: string; lang?: string } }>(LEAVE_PAGE, (request, reply) =>
      answer(deps, request, reply, async (words, leaving) => {
        if (!isPress(request.body)) return questionPage(words, leaving);
        const left = await inTransaction(deps.db, (tx) =>
          deleteOutside(tx, leaving.groupId, leaving.address),
        );
        if (left.length > 0) deps.log.info({ group: leaving.groupId }, 'member left a group by its link');
        return leftPage(words, leaving, left);
      }),
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
  { db, limits }: LeaveDeps,
  request: Asked,
  reply: FastifyReply,
  page: (words: LeaveWords, leaving: Asking) => Content | Promise<Content>,
): Promise<FastifyReply> {
  const { m: token = '', lang } = request.query;
  const language = pageLanguage(lang, request.headers['accept-language']);
  const words = LEAVE_WORDS[language];
  const send = (content: Content, switchTo: string | null) =>
    sendGuestPage(reply, { ...content, language, script: '', small: true, switchTo });
  const wait = secondsToWaitFor(limits, LIMIT, request.ip);
  if (wait > 0) {
    reply.header('retry-after', String(wait));
    return send(notePage(words.title, words.tooMany, words.tooManyWhy, 429), null);
  }
  const leaving = typeof token === 'string' ? readLeaveToken(await readForwardingKey(db), token) : null;
  const group = leaving && (await readGroupAddress(db, leaving.groupId));
  if (!leaving || !group) return send(notePage(words.title, words.gone, words.goneWhy, 404), null);
  const other = `${LEAVE_PAGE}?m=${token}&lang=${language === 'vi' ? 'en' : 'vi'}`;
  const memberships = await readMemberships(db, leaving.groupId, leaving.address);
  return send(
    await page(words, { ...leaving, group, memberships }),
    request.method === 'POST' ? null : other,
  );
}

/** The form goes to the link itself, so that a press says the same as a mail program does. */
function questionPage(words: LeaveWords, { address, group, memberships }: Asking): Content {
  const { leaves, stays } = memberships;
  if (leaves.length === 0 && stays.length > 0) return refusalPage(words, stays, address);
  const kept = stays.length === 0 ? '' : html`<p>${words.stays(namesOf(stays))}</p>`;
  return {
    title: words.title,
    body: html`<h1>${words.question(namesOf(leaves) || group)}</h1><p>${words.about(address)}</p>${kept}
<form method="post"><input type="hidden" name="List-Unsubscribe" value="One-Click"><button>${words.leave}</button></form>`,
  };
}

/** The same for who had left before: pressing twice does no harm. */
function leftPage(words: LeaveWords, { address, group, memberships }: Asking, left: string[]): Content {
  const { stays } = memberships;
  if (stays.length === 0) {
    return notePage(words.title, words.left(namesOf(left) || group), words.leftWhy(address));
  }
  if (left.length === 0) return refusalPage(words, stays, address);
  return notePage(words.title, words.left(namesOf(left)), words.stays(namesOf(stays)));
}

/** Not 200, so that a mail program that pressed does not say that it was done. */
function refusalPage(words: LeaveWords, stays: string[], address: string): Content {
  return notePage(words.title, words.stuck(namesOf(stays)), words.stuckWhy(address), 403);
}

const namesOf = (groups: string[]) => groups.join(', ');

function notePage(title: string, heading: string, text: string, status = 200): Content {
  return { title, status, body: html`<h1>${heading}</h1><p>${text}</p>` };
}
