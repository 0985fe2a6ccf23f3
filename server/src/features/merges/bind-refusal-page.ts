import type { Limit } from '@bocau/contract/endpoint.ts';
import type { FastifyInstance } from 'fastify';
import { readForwardingKey } from '../../mail/forwarding/forwarding.store.ts';
import { REFUSAL_PAGE, readRefusalToken } from '../../mail/outbox/refusal-link.ts';
import type { Clock } from '../../platform/clock.ts';
import { unixSeconds } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { bindPressPage, notePage, pressForm } from '../../platform/http/bind-press-page.ts';
import { html } from '../../platform/http/html-page.ts';
import type { RateLimits } from '../../platform/http/rate-limit.ts';
import type { Logger } from '../../platform/logger.ts';
import type { Db } from '../../tables.ts';
import { insertRefusals, readMailboxAddress } from './merge-refusals.store.ts';
import { REFUSAL_WORDS } from './refusal-words.ts';

type RefusalDeps = { db: Db; clock: Clock; limits: RateLimits; log: Logger };

/** Mail providers press for all their users from a few addresses. */
const LIMIT: Limit = { name: 'refusing merges', count: 120, perSeconds: 60, by: 'address' };

/** Where people say by the link in a message of a merge that they want no more of them (MM-10). */
export function bindRefusalPage(app: FastifyInstance, { db, clock, limits, log }: RefusalDeps): void {
  bindPressPage(app, {
    url: REFUSAL_PAGE,
    limit: LIMIT,
    limits,
    words: REFUSAL_WORDS,
    async answer(token, language, isPress) {
      const words = REFUSAL_WORDS[language];
      const refusing = readRefusalToken(await readForwardingKey(db), token);
      const own = refusing && (await readMailboxAddress(db, refusing.mailboxId));
      if (!refusing || !own) return null;
      // The message may have come from an alias: the main address is not told to everybody who gets one.
      const sender = own.slice(own.lastIndexOf('@') + 1);
      const { mailboxId, address } = refusing;
      if (!isPress) {
        return {
          title: words.title,
          body: html`<h1>${words.question(sender)}</h1><p>${words.about(address)}</p>${pressForm(words.refuse)}`,
        };
      }
      const at = unixSeconds(clock);
      await inTransaction(db, (tx) =>
        insertRefusals(tx, mailboxId, [{ address, email: address }], { by: 'link', at }),
      );
      log.info({ mailbox: mailboxId }, 'merges refused by link');
      return notePage(words.title, words.refused, words.refusedWhy(sender, address));
    },
  });
}
