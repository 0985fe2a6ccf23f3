import { buffer } from 'node:stream/consumers';
import { DOMAIN_IMAGES, TEMPLATE_LIMITS } from '@bocau/contract/template-limits.ts';
import { openAttachment } from '../../mail/attachments/attachment-bytes.ts';
import {
  checkText,
  renameImages,
  type SignatureDeps,
  type TextRules,
} from '../../mail/settings/own-images.ts';
import { newId } from '../../platform/ids.ts';
import { cleanCommonTemplate } from '../../platform/mime/clean-mail-html.ts';
import type { Tx } from '../../tables.ts';
import * as store from './domain-images.store.ts';
import { refusedText, TEMPLATE_TEXT } from './template-text.ts';

const COMMON_TEXT: TextRules = { ...TEMPLATE_TEXT, clean: cleanCommonTemplate };
const NAMED = new RegExp(`${DOMAIN_IMAGES}([0-9a-f-]{36})`, 'g');

/** A sanitised text that many people use, with what to copy of the files that it shows, by their ids. */
export type CommonText = { html: string; files: ReadonlyMap<string, Omit<store.DomainImageRow, 'id'>> };

/** TE-8, TE-16: a text as it was given; its writer's files that it shows are stored for the domain. */
export async function checkCommonText(
  deps: SignatureDeps,
  mailboxId: number,
  given: string,
): Promise<CommonText> {
  const { html, types, images } = await checkText(deps, mailboxId, given, COMMON_TEXT, refusedText);
  const files = new Map<string, Omit<store.DomainImageRow, 'id'>>();
  for (const image of images) {
    // It may be a range of somebody's message, which leaves with that.
    const bytes = await buffer(await openAttachment(deps.blobs, image));
    const { key: blob, size } = await deps.blobs.put(bytes);
    files.set(image.id, { blob, size, content_type: types.get(image.id) ?? image.content_type });
  }
  return { html, files };
}

/** The text as its template keeps it, naming images of the template alone, and those that the template does not have yet. */
export async function nameImages(
  { clock }: Pick<SignatureDeps, 'clock'>,
  tx: Tx,
  of: { domainId: number; templateId: string },
  { html: given, files }: CommonText,
): Promise<{ html: string; added: store.DomainImageRow[] }> {
  const kept = await store.readImagesOf(tx, of);
  const byBlob = new Map(kept.map((image) => [image.blob, image]));
  const added: store.DomainImageRow[] = [];
  for (const file of files.values()) {
    if (byBlob.has(file.blob)) continue;
    const image = { id: newId(clock), ...file };
    byBlob.set(file.blob, image);
    added.push(image);
  }
  const html = renameImages(given, (id) => `${DOMAIN_IMAGES}${byBlob.get(files.get(id)?.blob ?? '')?.id}`);
  const shown = domainImagesIn(html);
  const images = [...kept, ...added].filter(({ id }) => shown.includes(id));
  if (images.length < shown.length) {
    throw refusedText({ problem: 'names an image that is not there', rule: 'missing' });
  }
  const limit = TEMPLATE_LIMITS.imageBytes;
  if (images.reduce((sum, { size }) => sum + size, 0) > limit) {
    throw refusedText({ problem: 'has images that are too large together', rule: 'too_large', limit });
  }
  return { html, added };
}

/** Of a version that was written: images that are new with it stay, and what no kept version shows leaves. */
export async function keepImages(
  tx: Tx,
  of: { domainId: number; templateId: string },
  added: store.DomainImageRow[],
  at: number,
): Promise<void> {
  if (added.length > 0) await store.insertDomainImages(tx, of, added, at);
  await store.deleteUnshownImages(tx, of, at);
  const limit = TEMPLATE_LIMITS.domainImageBytes;
  if (added.length > 0 && (await store.sumImageBytes(tx, of.domainId)) > limit) {
    const problem = 'leaves no room for the images of the other templates of the domain';
    throw refusedText({ problem, rule: 'too_large', limit });
  }
}

/** The images of the domain that a text shows. */
export function domainImagesIn(html: string): string[] {
  return [...new Set([...html.matchAll(NAMED)].map(([, id = '']) => id))];
}

/** The text with what `sourceOf` says in place of the names of images of the domain. */
export function renameDomainImages(html: string, sourceOf: (id: string) => string): string {
  return html.replace(NAMED, (_, id: string) => sourceOf(id));
}
