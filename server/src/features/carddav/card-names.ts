import type { XmlName } from '../../platform/dav/xml-names.ts';

/** A name of RFC 6352. */
export function carddav(local: string): XmlName {
  return `{urn:ietf:params:xml:ns:carddav}${local}`;
}

export const ADDRESS_DATA = carddav('address-data');
export const CARD_TYPE = 'text/vcard';
export const CARD_VERSIONS = ['3.0', '4.0'] as const;
export type CardVersion = (typeof CARD_VERSIONS)[number];
