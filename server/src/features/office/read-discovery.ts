import { scanXml } from '../../platform/documents/scan-xml.ts';
import { type ProofKeys, readProofKey } from './proof-keys.ts';

export type OfficeAction = 'edit' | 'view';

/** The /hosting/discovery document of an office server. */
export type Discovery = {
  /** The editor URLs with placeholders for options, by extension and action, such as `docx edit`. */
  addresses: ReadonlyMap<string, string>;
  /** Null when it does not sign. */
  proofKeys: ProofKeys | null;
};

const ACTIONS: readonly string[] = ['edit', 'view'];
const MOST_ACTIONS = 5_000;

/** Null when the text is not a valid discovery. */
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
      // The first is the default.
      if (!addresses.has(key)) addresses.set(key, address);
    },
  });
  return isDiscovery ? { addresses, proofKeys } : null;
}

const OPTION = /<[^<>]*>/g;
const LANGUAGE_OPTIONS = /<(\w+)=(?:UI_LLCC|DC_LLCC)&?>/g;

/**
 * The editor URL for one file. It uses the configured host, whatever the office server calls itself; of the
 * options in angle brackets only the language is filled in.
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
  // Collabora uses this parameter.
  query.set('lang', language);
  return `${origin}${url.pathname}?${query}`;
}
