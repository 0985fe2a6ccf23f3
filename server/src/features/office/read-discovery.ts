import { scanXml } from '../../platform/documents/scan-xml.ts';
import { type ProofKeys, readProofKey } from './proof-keys.ts';

export type OfficeAction = 'edit' | 'view';

/** What an office server says of itself at /hosting/discovery. */
export type Discovery = {
  /** By extension and act, such as `docx edit`: where the editor is, with what stands for its options. */
  addresses: ReadonlyMap<string, string>;
  /** Null where it signs nothing. */
  proofKeys: ProofKeys | null;
};

const ACTIONS: readonly string[] = ['edit', 'view'];
const MOST_ACTIONS = 5_000;

/** Null where the text is no discovery. */
export function readDiscovery(xml: string): Discovery | null {
  const addresses = new Map<string, string>();
  let proofKeys: ProofKeys | null = null;
  let isDiscovery = false;
  scanXml(xml, {
    text() {},
    tag(tag) {
      if (tag.name === 'wopi-discovery') isDiscovery = true;
      if (tag.isEnd || addresses.size >= MOST_ACTIONS) return;
      if (tag.name === 'proof-key') {
        const current = readProofKey(tag.attribute('modulus'), tag.attribute('exponent'));
        const old = readProofKey(tag.attribute('oldmodulus'), tag.attribute('oldexponent'));
        if (current) proofKeys = { current, old };
      }
      if (tag.name !== 'action') return;
      const [extension, act, address] = ['ext', 'name', 'urlsrc'].map((name) => tag.attribute(name));
      if (!extension || !act || !address || !ACTIONS.includes(act)) return;
      const key = `${extension.toLowerCase()} ${act}`;
      // The first is the default one.
      if (!addresses.has(key)) addresses.set(key, address);
    },
  });
  return isDiscovery ? { addresses, proofKeys } : null;
}

const OPTION = /<[^<>]*>/g;
const LANGUAGE_OPTIONS = /<(\w+)=(?:UI_LLCC|DC_LLCC)&?>/g;

/**
 * The address of the editor for one file. It is on the host that is configured, whatever the office server calls itself;
 * of the options in angle brackets it gets the language, and the others are left out.
 */
export function editorAddress(
  template: string,
  { origin, fileAddress, language }: { origin: string; fileAddress: string; language: string },
): string | null {
  const filled = template
    .replace(LANGUAGE_OPTIONS, (_option, name) => `${name}=${language}&`)
    .replace(OPTION, '');
  const url = URL.parse(filled, origin);
  if (!url?.pathname.startsWith('/')) return null;
  const query = new URLSearchParams(url.search);
  query.set('WOPISrc', fileAddress);
  // Collabora goes by this one.
  query.set('lang', language);
  return `${origin}${url.pathname}?${query}`;
}
