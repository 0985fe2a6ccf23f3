import { CONTACT_PHOTO } from '@bocau/contract/contacts.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { Failure } from '../../platform/failure.ts';
import type { JobRun } from '../../platform/jobs/task.ts';
import { type PictureRules, squarePicture } from '../../platform/pictures/square-picture.ts';
import { type ContactsDeps, changeContacts } from '../change-contacts.ts';
import { readCard } from '../vcard/read-card.ts';
import { type DrawPhotos, enqueueDrawing } from './enqueue-drawing.ts';
import { readUndrawn, type UndrawnCard, writePhoto } from './photos.store.ts';

export const PHOTO_RULES: PictureRules = {
  ...CONTACT_PHOTO,
  types: ['image/png', 'image/jpeg', 'image/gif', 'image/webp'],
  widths: [96, 256],
};
/** Of a card that a program has written: small ones are shown too. */
const CARD_RULES: PictureRules = { ...PHOTO_RULES, leastSide: 1 };

/** Per job; the rest goes to the end of the queue, so that mailboxes take turns. */
const CARDS_A_JOB = 20;

/** Makes pictures of photos that have none; clients are told of each card that has one then. */
export async function drawPhotos(
  deps: ContactsDeps,
  { mailbox_id }: DrawPhotos,
  { signal }: JobRun,
): Promise<void> {
  const cards = await readUndrawn(deps.db, mailbox_id, CARDS_A_JOB);
  for (const card of cards) {
    signal.throwIfAborted();
    const pictures = await draw(card);
    await changeContacts(deps, mailbox_id, async (change) => {
      const { id: card_id, photo_key } = card;
      await writePhoto(change.tx, { mailbox_id, card_id, photo_key, ...pictures });
      if (pictures.small !== null) change.journal('card', card_id);
    });
  }
  if (cards.length === CARDS_A_JOB) await inTransaction(deps.db, (tx) => enqueueDrawing(tx, mailbox_id));
}

async function draw({ source }: UndrawnCard): Promise<{ small: Buffer | null; large: Buffer | null }> {
  const none = { small: null, large: null };
  const { photo } = readCard(source);
  if (photo === null) return none;
  try {
    return await squarePicture(photo.bytes, CARD_RULES);
  } catch (error) {
    if (error instanceof Failure && error.code === 'file_not_allowed') return none;
    throw error;
  }
}
