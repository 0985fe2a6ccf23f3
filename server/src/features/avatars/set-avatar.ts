import { randomBytes } from 'node:crypto';
import { AVATAR } from '@bocau/contract/avatars.ts';
import { type Clock, unixSeconds } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { Failure } from '../../platform/failure.ts';
import type { FormFile } from '../../platform/http/read-form.ts';
import type { Db } from '../../tables.ts';
import { writeAvatar } from './avatars.store.ts';
import { squarePicture } from './square-picture.ts';

type ReadForm = (take: (file: FormFile) => Promise<void>) => Promise<unknown>;

/** Returns the name of the new avatar, which is unique and unguessable. */
export async function setAvatar(
  { db, clock }: { db: Db; clock: Clock },
  mailboxId: number,
  readForm: ReadForm,
): Promise<string> {
  let bytes: Buffer | null = null;
  await readForm(async (file) => {
    if (file.field !== 'file' || bytes !== null) throw noFile(file.field, 'is not the one file');
    bytes = await readAtMost(file.bytes);
  });
  if (bytes === null) throw noFile('file', 'is missing');
  const pictures = await squarePicture(bytes);
  const hash = randomBytes(16).toString('hex');
  const at = unixSeconds(clock);
  await inTransaction(db, (tx) => writeAvatar(tx, { mailbox_id: mailboxId, hash, ...pictures, at }));
  return hash;
}

async function readAtMost(bytes: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of bytes) {
    size += chunk.length;
    if (size > AVATAR.bytes) throw new Failure('too_large', 'A picture has at most 2 MB');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function noFile(field: string, problem: string): Failure {
  return new Failure('invalid_input', 'Upload one file under the field name file', {
    details: { part: 'body', fields: [{ field, problem }] },
  });
}
