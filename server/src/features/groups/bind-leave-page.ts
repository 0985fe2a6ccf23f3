import type { Limit } from '@bocau/contract/endpoint.ts';
import type { FastifyInstance } from 'fastify';
import { readForwardingKey } from '../../mail/forwarding/forwarding.store.ts';
import {
  deleteOutside,
  type Memberships,
  readGroupAddress,
  readMemberships,
} from '../../mail/groups/groups.store.ts';
import { LEAVE_PAGE, type Leaving, readLeaveToken } from '../../mail/groups/leave-link.ts';
import { inTransaction } from '../../platform/db/database.ts';
import {
  bindPressPage,
  notePage,
  type PressContent,
  pressForm,
} from '../../platform/http/bind-press-page.ts';
import { html } from '../../platform/http/html-page.ts';
import type { RateLimits } from '../../platform/http/rate-limit.ts';
import type { Logger } from '../../platform/logger.ts';
import type { Db } from '../../tables.ts';
import { LEAVE_WORDS, type LeaveWords } from './leave-words.ts';

type LeaveDeps = { db: Db; limits: RateLimits; log: Logger };
type Asking = Leaving & { group: string; memberships: Memberships };

/** Mail providers press for all their users from a few addresses. */
const LIMIT: Limit = { name: 'leaving groups', count: 120, perSeconds: 60, by: 'address' };

/** Where members elsewhere leave a group by the link in their copy. */
export function bindLeavePage(app: FastifyInstance, { db, limits, log }: LeaveDeps): void {
  bindPressPage(app, {
    url: LEAVE_PAGE,
    limit: LIMIT,
    limits,
    words: LEAVE_WORDS,
    async answer(token, language, isPress) {
      const words = LEAVE_WORDS[language];
      const leaving = readLeaveToken(await readForwardingKey(db), token);
      const group = leaving && (await readGroupAddress(db, leaving.groupId));
      if (!leaving || !group) return null;
      const memberships = await readMemberships(db, leaving.groupId, leaving.address);
      const asking = { ...leaving, group, memberships };
      if (!isPress) return questionPage(words, asking);
      const left = await inTransaction(db, (tx) => deleteOutside(tx, leaving.groupId, leaving.address));
      if (left.length > 0) log.info({ group: leaving.groupId }, 'member left a group by its link');
      return leftPage(words, asking, left);
    },
  });
}

function questionPage(words: LeaveWords, { address, group, memberships }: Asking): PressContent {
  const { leaves, stays } = memberships;
  if (leaves.length === 0 && stays.length > 0) return refusalPage(words, stays, address);
  const kept = stays.length === 0 ? '' : html`<p>${words.stays(namesOf(stays))}</p>`;
  return {
    title: words.title,
    body: html`<h1>${words.question(namesOf(leaves) || group)}</h1><p>${words.about(address)}</p>${kept}
${pressForm(words.leave)}`,
  };
}

/** The same for who had left before: pressing twice does no harm. */
function leftPage(words: LeaveWords, { address, group, memberships }: Asking, left: string[]): PressContent {
  const { stays } = memberships;
  if (stays.length === 0) {
    return notePage(words.title, words.left(namesOf(left) || group), words.leftWhy(address));
  }
  if (left.length === 0) return refusalPage(words, stays, address);
  return notePage(words.title, words.left(namesOf(left)), words.stays(namesOf(stays)));
}

/** Not 200, so that a mail program that pressed does not say that it was done. */
function refusalPage(words: LeaveWords, stays: string[], address: string): PressContent {
  return notePage(words.title, words.stuck(namesOf(stays)), words.stuckWhy(address), 403);
}

const namesOf = (groups: string[]) => groups.join(', ');
