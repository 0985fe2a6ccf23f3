import { CONTACT_PHOTO, type ContactCard } from '@bocau/contract/contacts.ts';
import type { FastifyRequest } from 'fastify';
import { reachCard } from '../../contacts/access/reach.ts';
import { readWholeCards } from '../../contacts/cards/cards.store.ts';
import { putCards } from '../../contacts/cards/put-cards.ts';
import { type ContactsDeps, changeContacts } from '../../contacts/change-contacts.ts';
import { PHOTO_RULES } from '../../contacts/photos/draw-photos.ts';
import { readPicture, writePhoto } from '../../contacts/photos/photos.store.ts';
import { contactNotFound } from '../../contacts/refusals.ts';
import { editCard } from '../../contacts/vcard/edit-card.ts';
import { namesTag } from '../../platform/http/byte-range.ts';
import { readFormFile } from '../../platform/http/read-form-file.ts';
import type { Bytes } from '../../platform/http/routes.ts';
import { jpegOf, squarePicture } from '../../platform/pictures/square-picture.ts';
import type { ReadDb } from '../../tables.ts';
import { findCard } from './show-contacts.ts';
import { checkCard } from './write-card.ts';

/** The card gets a square JPEG, which all programs show and which says nothing of where it was taken. */
export async function setPhoto(
  deps: ContactsDeps,
  person: number,
  id: string,
  request: FastifyRequest,
): Promise<ContactCard> {
  await reachCard(deps.db, person, id, 'WRITE');
  const { bytes } = await readFormFile(request, CONTACT_PHOTO.bytes);
  const pictures = await squarePicture(bytes, PHOTO_RULES);
  const photo = { bytes: await jpegOf(pictures.large), type: 'image/jpeg' };
  return changePhoto(deps, person, id, { photo, pictures });
}

export function removePhoto(deps: ContactsDeps, person: number, id: string): Promise<ContactCard> {
  return changePhoto(deps, person, id, null);
}

type NewPhoto = {
  photo: { bytes: Buffer; type: string };
  pictures: { small: Buffer; large: Buffer };
};

async function changePhoto(
  deps: ContactsDeps,
  person: number,
  id: string,
  wanted: NewPhoto | null,
): Promise<ContactCard> {
  const { mailboxId } = await reachCard(deps.db, person, id, 'WRITE');
  await changeContacts(deps, mailboxId, async (change) => {
    const [card] = await readWholeCards(change.tx, mailboxId, [id]);
    if (!card || card.trashed_at !== null) throw contactNotFound();
    const at = new Date(deps.clock.now());
    const source = editCard(card.source, {}, wanted?.photo ?? null, { at });
    const derived = checkCard(source);
    await putCards(change, [{ id, bookId: card.book_id, source, derived }]);
    if (wanted === null || derived.photo_key === null) return;
    const { photo_key } = derived;
    await writePhoto(change.tx, { mailbox_id: mailboxId, card_id: id, photo_key, ...wanted.pictures });
  });
  return findCard(deps.db, person, id);
}

const CACHING = 'private, max-age=31536000, immutable';

export async function showPhoto(
  db: ReadDb,
  person: number,
  { id, key, width }: { id: string; key: string; width: '96' | '256' },
  ifNoneMatch: string | undefined,
): Promise<Bytes> {
  const { mailboxId } = await reachCard(db, person, id, 'READ');
  const tag = `"${key}-${width}"`;
  const caching = { etag: tag, 'cache-control': CACHING };
  if (namesTag(ifNoneMatch, tag)) return { status: 304, headers: caching, stream: null };
  const size = width === '256' ? 'large' : 'small';
  const picture = await readPicture(db, mailboxId, id, { key, width: size });
  if (picture === null) throw contactNotFound();
  return {
    headers: {
      ...caching,
      'content-type': 'image/webp',
      'content-length': String(picture.length),
      'x-content-type-options': 'nosniff',
    },
    stream: picture,
  };
}
