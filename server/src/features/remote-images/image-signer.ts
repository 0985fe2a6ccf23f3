import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { type Clock, unixSeconds } from '../../platform/clock.ts';
import type { Db } from '../../tables.ts';
import { readOrMakeKey } from './remote-images.store.ts';

/** What an address is good for: one thing that one message shows. */
export type Grant = {
  kind: 'remote' | 'file';
  mailboxId: number;
  messageId: string;
  /** The remote address, or the file's id. */
  target: string;
};

export type ImageSigner = {
  sign(grants: Grant[]): Promise<string[]>;
  /** Whom a signature of ours speaks for, and how long still; null for any other. */
  check(
    kind: Grant['kind'],
    target: string,
    signature: string,
  ): Promise<{ mailboxId: number; secondsLeft: number } | null>;
};

const LIFE_SECONDS = 24 * 3600;
/** Signed again within this time the address is the same, and the browser still has the image. */
const STEP_SECONDS = 3600;
const KEY_BYTES = 32;
const SIGNATURE = /^([0-9a-z]{1,9})\.([0-9a-z]{1,11})\.([0-9a-f-]{36})\.([\w-]{43})$/;

export function createImageSigner(deps: { db: Db; clock: Clock }): ImageSigner {
  let known: Promise<Buffer> | null = null;

  function theKey(): Promise<Buffer> {
    known ??= readOrMakeKey(deps.db, {
      name: 'images',
      key: randomBytes(KEY_BYTES),
      now: unixSeconds(deps.clock),
    }).catch((error) => {
      known = null;
      throw error;
    });
    return known;
  }

  return {
    async sign(grants) {
      const key = await theKey();
      const step = Math.floor(unixSeconds(deps.clock) / STEP_SECONDS) + 1;
      const expires = step * STEP_SECONDS + LIFE_SECONDS;
      return grants.map((grant) =>
        [
          expires.toString(36),
          grant.mailboxId.toString(36),
          grant.messageId,
          seal(key, grant, expires).toString('base64url'),
        ].join('.'),
      );
    },

    async check(kind, target, signature) {
      const [, until = '', mailbox = '', messageId = '', given = ''] = SIGNATURE.exec(signature) ?? [];
      const expires = Number.parseInt(until, 36);
      const mailboxId = Number.parseInt(mailbox, 36);
      const secondsLeft = expires - unixSeconds(deps.clock);
      if (!(secondsLeft > 0)) return null;
      const right = seal(await theKey(), { kind, mailboxId, messageId, target }, expires);
      const same = timingSafeEqual(right, Buffer.from(given, 'base64url'));
      return same ? { mailboxId, secondsLeft } : null;
    },
  };
}

function seal(key: Buffer, { kind, mailboxId, messageId, target }: Grant, expires: number): Buffer {
  const text = JSON.stringify([kind, mailboxId, messageId, target, expires]);
  return createHmac('sha256', key).update(text).digest();
}
