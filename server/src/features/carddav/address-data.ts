import { convertCard } from '../../contacts/vcard/convert-card.ts';
import { scanCard } from '../../contacts/vcard/scan-card.ts';
import { DavRefusal } from '../../platform/dav/dav-refusal.ts';
import { childrenOf } from '../../platform/dav/read-requests.ts';
import type { XmlElement } from '../../platform/dav/read-xml.ts';
import { textOfBytes, type Xml } from '../../platform/dav/write-xml.ts';
import { ADDRESS_DATA, CARD_TYPE, CARD_VERSIONS, type CardVersion, carddav } from './card-names.ts';

/** In which form cards are wanted (RFC 6352, section 10.4). */
export type WantedData = {
  version: CardVersion;
  /** Of the properties that are wanted, in capitals; null for all of them. */
  names: ReadonlySet<string> | null;
};

/** Null where no cards are asked for, only what is known of them. */
export function wantedData(props: readonly XmlElement[]): WantedData | null {
  const asked = props.find(({ name }) => name === ADDRESS_DATA);
  if (!asked) return null;
  const type = asked.attributes.get('content-type') ?? CARD_TYPE;
  // Who names no version means this one: so it stands in the definition of the element.
  const version = asked.attributes.get('version') ?? '3.0';
  const known = CARD_VERSIONS.find((one) => one === version);
  if (type.toLowerCase() !== CARD_TYPE || known === undefined) {
    throw new DavRefusal(403, 'Cards are served as vCard 3.0 and 4.0', {
      condition: carddav('supported-address-data-conversion'),
    });
  }
  const names = childrenOf(asked, carddav('prop')).flatMap(
    ({ attributes }) => attributes.get('name')?.toUpperCase() ?? [],
  );
  return { version: known, names: names.length === 0 ? null : new Set(names) };
}

/** A card that has the wanted version already is sent as it was put. */
export function addressData(source: Buffer, { version, names }: WantedData): Xml {
  const card = convertCard(source, version);
  return textOfBytes(names === null ? card : onlyNamed(card, names));
}

function onlyNamed(source: Buffer, names: ReadonlySet<string>): Buffer {
  const { source: bytes, lines, end } = scanCard(source);
  const first = lines[0];
  if (first === undefined) return source;
  const wanted = lines.filter(({ name }) => name === 'VERSION' || names.has(name));
  return Buffer.concat([
    bytes.subarray(0, first.start),
    ...wanted.map((line) => bytes.subarray(line.start, line.end)),
    bytes.subarray(end),
  ]);
}
