import { randomBytes } from 'node:crypto';
import { AVATAR, AVATAR_WIDTHS } from '@bocau/contract/avatars.ts';
import type { FastifyRequest } from 'fastify';
import { type Clock, unixSeconds } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { readFormFile } from '../../platform/http/read-form-file.ts';
import { squarePicture } from '../../platform/pictures/square-picture.ts';
import type { Db } from '../../tables.ts';
import { writeAvatar } from './avatars.store.ts';

const TYPES = ['image/png', 'image/jpeg'];

/** Returns the name of the new avatar, which is unique and unguessable. */
export async function setAvatar(
  { db, clock }: { db: Db; clock: Clock },
  mailboxId: number,
  request: FastifyRequest,
): Promise<string> {
  const { bytes } = await readFormFile(request, AVATAR.bytes);
  const pictures = await squarePicture(bytes, { ...AVATAR, types: TYPES, widths: AVATAR_WIDTHS });
  const hash = randomBytes(16).toString('hex');
  const at = unixSeconds(clock);
  await inTransaction(db, (tx) => writeAvatar(tx, { mailbox_id: mailboxId, hash, ...pictures, at }));
  return hash;
}
