import { imageSource, type SignatureDeps } from '../../mail/settings/own-images.ts';
import type { MailboxCaller } from '../../platform/caller.ts';
import { newId } from '../../platform/ids.ts';
import { readImagesOf } from './domain-images.store.ts';
import { domainImagesIn, renameDomainImages } from './domain-images.ts';
import { readDomainTemplate } from './domain-templates.store.ts';
import { imageName, insertImages, type StoredImage } from './import-images.ts';
import { templateNotFound } from './template-text.ts';

/** TE-16: the text with its images as loose files of the mailbox, which the message then takes. */
export async function takeDomainTemplate(
  deps: SignatureDeps,
  { domain: domainId, mailbox }: Pick<MailboxCaller, 'domain' | 'mailbox'>,
  id: string,
): Promise<string> {
  const template = await readDomainTemplate(deps.db, domainId, id);
  if (!template) throw templateNotFound();
  const shown = domainImagesIn(template.html);
  if (shown.length === 0) return template.html;
  const images = await readImagesOf(deps.db, { domainId, templateId: id });
  const files = new Map<string, StoredImage>();
  for (const image of images) {
    if (!shown.includes(image.id)) continue;
    files.set(image.id, { ...image, id: newId(deps.clock), name: imageName(image.content_type) });
  }
  await insertImages(deps, mailbox, [...files.values()]);
  return renameDomainImages(template.html, (image) => imageSource(files.get(image)?.id ?? image));
}
