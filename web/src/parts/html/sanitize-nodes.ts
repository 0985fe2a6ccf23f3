import createPurifier, { type Config } from 'dompurify';
import { SANITIZER_RULES } from '../../lib/trusted-html.ts';

const purifier = createPurifier(window);
const NO_TEXT = SANITIZER_RULES as unknown as NonNullable<Config['TRUSTED_TYPES_POLICY']>;

/** A DOMPurify configuration. */
export type Allowlist = Readonly<Config & { RETURN_DOM: true }>;

export function allowlist(tags: readonly string[], allowed: Config): Allowlist {
  // The nodes are passed in a body, so it must be allowed; a parser creates no second one.
  return { ...allowed, ALLOWED_TAGS: [...tags, 'body'], RETURN_DOM: true, TRUSTED_TYPES_POLICY: NO_TEXT };
}

/** Sanitizes the content of a body: a copy in a document of its own that loads nothing. */
export function sanitizeNodes(body: HTMLElement, allowed: Allowlist): HTMLElement {
  // It returns null for a document without a body, whatever its types say.
  const sanitized = purifier.sanitize(body, allowed) as HTMLElement | null;
  return sanitized ?? document.implementation.createHTMLDocument('').body;
}
