import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { isLivingSession } from '../../identity/security/living-sessions.ts';
import { type Clock, unixSeconds } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/db/database.ts';
import type { Db } from '../../tables.ts';
import { readOrInsertKey } from './remote-images.store.ts';

/** What a signed URL gives access to: one image of one message, for one session. */
export type Grant = {
  kind: 'remote' | 'file';
  mailboxId: number;
  /** The URL is valid as long as this session. */
  sessionId: string;
  messageId: string;
  /** The remote URL, or the file's id. */
  target: string;
};

export type ImageSigner = {
  sign(grants: Grant[]): Promise<string[]>;
  /** The mailbox and message of a valid signature, and how long it is valid; null otherwise. */
  check(
    kind: Grant['kind'],
    target: string,
    signature: string,
  ): Promise<{ mailboxId: number; messageId: string; secondsLeft: number } | null>;
};

const LIFE_SECONDS = 24 * 3600;
/** Signing again within this time gives the same URL, so that the browser's cache has the image. */
const STEP_SECONDS = 3600;
const KEY_BYTES = 32;
const SIGNATURE = /^([0-9a-z]{1,9})\.([0-9a-z]{1,11})\.([0-9a-f-]{36})\.([0-9a-f-]{36})\.([\w-]{43})$/;

export function createImageSigner(deps: { db: Db; clock: Clock }): ImageSigner {
  let known: Promise<Buffer> | null = null;

  function signingKey(): Promise<Buffer> {
    known ??= inTransaction(deps.db, (tx) =>
      readOrInsertKey(tx, { name: 'images', key: randomBytes(KEY_BYTES), now: unixSeconds(deps.clock) }),
    ).catch((error) => {
      known = null;
      throw error;
    });
    return known;
  }

  return {
    async sign(grants) {
      const key = await signingKey();
      const step = Math.floor(unixSeconds(deps.clock) / STEP_SECONDS) + 1;
      const expires = step * STEP_SECONDS + LIFE_SECONDS;
      return grants.map((grant) =>
        [
          expires.toString(36),
          grant.mailboxId.toString(36),
          grant.sessionId,
          grant.messageId,
          seal(key, grant, expires).toString('base64url'),
        ].join('.'),
      );
    },

    async check(kind, target, signature) {
      const [, until = '', mailbox = '', sessionId = '', messageId = '', given = ''] =
        SIGNATURE.exec(signature) ?? [];
      const expires = Number.parseInt(until, 36);
      const mailboxId = Number.parseInt(mailbox, 36);
      const secondsLeft = expires - unixSeconds(deps.clock);
      if (!(secondsLeft > 0)) return null;
      const expected = seal(await signingKey(), { kind, mailboxId, sessionId, messageId, target }, expires);
      const same = timingSafeEqual(expected, Buffer.from(given, 'base64url'));
      if (!same || !(await isLivingSession(deps, { sessionId, mailboxId }))) return null;
      return { mailboxId, messageId, secondsLeft };
    },
  };
}

function seal(
  key: Buffer,
  { kind, mailboxId, sessionId, messageId, target }: Grant,
  expires: number,
): Buffer {
  const text = JSON.stringify([kind, mailboxId, sessionId, messageId, target, expires]);
  return createHmac('sha256', key).update(text).digest();
}
