import { hashLinkToken } from '../../platform/secrets/link-token.ts';
import { fileAddress } from '../ical/attached-files.ts';
import { type Part, scanObject } from '../ical/scan-object.ts';

/** The link of a share of the drive, as it is written into an event. */
const SHARE_LINK = /^https?:\/\/[^/?#]+\/s\/([\w-]{20,60})$/;

/** Null for another address. */
export function shareTokenHash(url: string): Buffer | null {
  const [, token] = SHARE_LINK.exec(url) ?? [];
  return token === undefined ? null : hashLinkToken(token);
}

export function shareLinksIn({ lines }: Part): Buffer[] {
  return lines.flatMap((line) => {
    const url = fileAddress(line);
    return (url !== null && shareTokenHash(url)) || [];
  });
}

/** The links of a whole text, which most texts are not read for. */
export function shareLinksOf(source: Buffer): Buffer[] {
  const text = source.toString('latin1');
  if (!/ATTACH/i.test(text) || !text.replaceAll(/\r?\n[ \t]/g, '').includes('/s/')) return [];
  return scanObject(source).calendar.parts.flatMap(shareLinksIn);
}
