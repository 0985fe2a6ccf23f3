import type { SaxesTagNS } from 'saxes';
import { type Budget, walkXml } from '../read/walk-xml.ts';

/** Canonical XML 1.0 and 1.1 are `inclusive`; Exclusive XML Canonicalization 1.0 is the other. */
export type Canonical = {
  exclusive: boolean;
  comments: boolean;
  /** InclusiveNamespaces of the exclusive one. */
  prefixes: readonly string[];
};

export type Capture = Canonical & {
  /** The element that is written with all in it; 0 for the whole document. */
  from: number;
  /** A signature that is left out (the enveloped signature transform); 0 for none. */
  without: number;
  write(text: string): void;
};

const XML_NAMESPACE = 'http://www.w3.org/XML/1998/namespace';
type Scope = Readonly<Record<string, string>>;
const NO_SCOPE: Scope = Object.freeze(Object.create(null));

type Running = {
  capture: Capture;
  /** Namespaces as written so far, of each open element. */
  written: Scope[];
  skipping: boolean;
};

/** Writes parts of a file in canonical form, each as it comes: the bytes that a signature is over. */
export function captureCanonical(xml: string, captures: readonly Capture[], budget: Budget): void {
  const scopes: Scope[] = [NO_SCOPE];
  /** Attributes of the xml namespace on open elements, which an apex inherits. */
  const inherited: Record<string, string>[] = [{}];
  const wholes: Running[] = captures.filter(({ from }) => from === 0).map(start);
  let running: Running[] = [...wholes];
  const names: string[] = [];
  let rootState: 'before' | 'within' | 'behind' = 'before';

  function outside(text: string): void {
    for (const { capture } of wholes) capture.write(rootState === 'before' ? `${text}\n` : `\n${text}`);
  }

  function each(write: (one: Running) => void): void {
    for (const one of running) if (!one.skipping) write(one);
  }

  walkXml(
    xml,
    {
      open(tag, ordinal) {
        rootState = 'within';
        const scope = scopeOf(scopes.at(-1) as Scope, tag);
        const before = inherited.at(-1) as Record<string, string>;
        for (const capture of captures) if (capture.from === ordinal) running.push(start(capture));
        for (const one of running) {
          if (one.skipping) continue;
          if (one.capture.without === ordinal) one.skipping = true;
          else openElement(one, tag, scope, one.written.length === 1 ? before : {});
        }
        scopes.push(scope);
        inherited.push(xmlAttributes(before, tag));
        names.push(tag.name);
      },
      close(ordinal) {
        scopes.pop();
        inherited.pop();
        const name = names.pop() as string;
        for (const one of running) {
          if (one.skipping) {
            if (one.capture.without === ordinal) one.skipping = false;
            continue;
          }
          one.capture.write(`</${name}>`);
          one.written.pop();
        }
        if (running.some(({ capture }) => capture.from === ordinal))
          running = running.filter(({ capture }) => capture.from !== ordinal);
        if (names.length === 0) rootState = 'behind';
      },
      text(text) {
        if (running.length === 0 || rootState !== 'within') return;
        const escaped = escapeText(text);
        each(({ capture }) => capture.write(escaped));
      },
      instruction(target, body) {
        const written = body === '' ? `<?${target}?>` : `<?${target} ${body.replaceAll('\r', '&#xD;')}?>`;
        if (rootState === 'within') each(({ capture }) => capture.write(written));
        else outside(written);
      },
      comment(text) {
        const written = `<!--${text.replaceAll('\r', '&#xD;')}-->`;
        // Of a whole document comments are never signed: references to it leave them out.
        if (rootState === 'within') each(({ capture }) => capture.comments && capture.write(written));
      },
    },
    budget,
  );
}

function start(capture: Capture): Running {
  return { capture, written: [NO_SCOPE], skipping: false };
}

function scopeOf(scope: Scope, tag: SaxesTagNS): Scope {
  let own: Record<string, string> | null = null;
  for (const prefix in tag.ns) {
    if (prefix === 'xml' || prefix === 'xmlns') continue;
    own ??= Object.assign(Object.create(null), scope) as Record<string, string>;
    own[prefix] = tag.ns[prefix] as string;
  }
  return own ?? scope;
}

function xmlAttributes(before: Record<string, string>, tag: SaxesTagNS): Record<string, string> {
  let own: Record<string, string> | null = null;
  for (const name in tag.attributes) {
    const attribute = tag.attributes[name] as { prefix: string; value: string };
    if (attribute.prefix !== 'xml') continue;
    own ??= { ...before };
    own[name] = attribute.value;
  }
  return own ?? before;
}

function openElement(one: Running, tag: SaxesTagNS, scope: Scope, inherited: Record<string, string>): void {
  const written = one.written.at(-1) as Scope;
  const { exclusive, prefixes } = one.capture;
  const wanted = exclusive ? usedPrefixes(tag, prefixes) : Object.keys(scope);
  // The default namespace that is no more is written as empty.
  if (!exclusive && written[''] && !wanted.includes('')) wanted.push('');
  const fresh = wanted
    .map((prefix) => [prefix, scope[prefix] ?? ''] as const)
    .filter(([prefix, uri]) => (written[prefix] ?? '') !== uri)
    .sort(([a], [b]) => compare(a, b));
  let text = `<${tag.name}`;
  for (const [prefix, uri] of fresh)
    text += prefix === '' ? ` xmlns="${escapeValue(uri)}"` : ` xmlns:${prefix}="${escapeValue(uri)}"`;
  text += attributesText(tag, exclusive ? {} : inherited);
  one.capture.write(`${text}>`);
  one.written.push(
    fresh.length === 0 ? written : Object.assign(Object.create(null), written, Object.fromEntries(fresh)),
  );
}

function usedPrefixes(tag: SaxesTagNS, listed: readonly string[]): string[] {
  const used = new Set([tag.prefix]);
  for (const name in tag.attributes) {
    const { prefix } = tag.attributes[name] as { prefix: string };
    if (prefix !== '' && prefix !== 'xmlns' && prefix !== 'xml') used.add(prefix);
  }
  for (const prefix of listed) used.add(prefix === '#default' ? '' : prefix);
  used.delete('xml');
  return [...used];
}

function attributesText(tag: SaxesTagNS, inherited: Record<string, string>): string {
  const attributes: { uri: string; local: string; name: string; value: string }[] = [];
  for (const name in tag.attributes) {
    const { prefix, local, uri, value } = tag.attributes[name] as {
      prefix: string;
      local: string;
      uri: string;
      value: string;
    };
    if (prefix !== 'xmlns' && name !== 'xmlns') attributes.push({ uri, local, name, value });
  }
  for (const [name, value] of Object.entries(inherited)) {
    if (tag.attributes[name] === undefined)
      attributes.push({ uri: XML_NAMESPACE, local: name.slice('xml:'.length), name, value });
  }
  attributes.sort((a, b) => compare(a.uri, b.uri) || compare(a.local, b.local));
  return attributes.map(({ name, value }) => ` ${name}="${escapeValue(value)}"`).join('');
}

/** By code points, as the order of UTF-16 is another beyond the basic plane. */
function compare(a: string, b: string): number {
  if (a === b) return 0;
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

const IN_TEXT = /[&<>\r]/g;
const IN_VALUE = /[&<"\t\n\r]/g;
const ESCAPED: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#x9;',
  '\n': '&#xA;',
  '\r': '&#xD;',
};

function escapeText(text: string): string {
  return text.replace(IN_TEXT, (character) => ESCAPED[character] as string);
}

function escapeValue(text: string): string {
  return text.replace(IN_VALUE, (character) => ESCAPED[character] as string);
}
