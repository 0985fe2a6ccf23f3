import type { BlockRule } from '@bocau/contract/rules.ts';

/** The rule as a Sieve script (RFC 5228) that does the same. */
export function toSieve(definition: BlockRule): string {
  return [
    'require ["fileinto"];',
    `if address :is :all "from" ${quoted(definition.from)} {`,
    '  fileinto "Junk";',
    '  stop;',
    '}',
    '',
  ].join('\r\n');
}

function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, (character) => `\\${character}`)}"`;
}
