/**
 * The only place where text becomes HTML or a script URL (Trusted Types; docs/decisions/031). The page's
 * policy allows no other, and no trusted value leaves this file: HTML is only parsed into documents where
 * nothing runs or loads.
 */
type Trusting = { createHTML(html: string): string; createScriptURL(address: string): string };
type TrustedTypes = { createPolicy(name: string, rules: Trusting): Trusting };

const RULES: Trusting = { createHTML: (html) => html, createScriptURL: ownScript };
const trusting =
  (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy('bocau', RULES) ?? RULES;

/** Worker scripts: only files of this build. */
function ownScript(address: string): string {
  const { origin, pathname } = new URL(address, window.location.href);
  const isOwn = origin === window.location.origin;
  if (!isOwn || !/^\/(?:sw\.js$|assets\/|node_modules\/)/.test(pathname))
    throw new TypeError('That is no script of ours');
  return address;
}

/** Parses into a document that loads and runs nothing. */
export function parseHtml(html: string): Document {
  return new DOMParser().parseFromString(trusting.createHTML(html), 'text/html');
}

/** For the sanitizer, which is given nodes: the only text that it parses by itself is this. */
export const SANITIZER_RULES: Trusting = {
  createHTML(html) {
    if (!/^(?:<!---->)?$/.test(html)) throw new TypeError('The sanitiser reads nodes, no text');
    return trusting.createHTML(html);
  },
  createScriptURL() {
    throw new TypeError('A message brings no scripts');
  },
};

/** Sandbox flags of a frame. Scripts are never allowed: they would have our origin. */
type Sandbox =
  | 'allow-same-origin allow-popups allow-popups-to-escape-sandbox'
  | 'allow-same-origin allow-modals';

/** Opens a page of our own in a frame where no script runs. */
export function openPage(frame: HTMLIFrameElement, sandbox: Sandbox, page: string): void {
  frame.setAttribute('sandbox', sandbox);
  frame.srcdoc = trusting.createHTML(page);
}

export function openWorker(address: string): Worker {
  const own = trusting.createScriptURL(address);
  return new Worker(own, { type: 'module' });
}

export function registerServiceWorker(address: string): Promise<unknown> {
  return navigator.serviceWorker.register(trusting.createScriptURL(address));
}
