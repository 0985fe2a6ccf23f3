import type { ContentLine } from '../../platform/content-lines/content-lines.ts';
import { quoteParam } from '../../platform/content-lines/parse-head.ts';
import { decodeCharset } from '../../platform/mime/decode-charset.ts';
import { escapeText, splitEscaped, textOf, unescapeText } from './line-text.ts';
import type { Card } from './scan-card.ts';

type Target = '3.0' | '4.0';

/** Properties with components and entries, with components alone, and of one text. */
const LISTS = ['N', 'ADR', 'CATEGORIES', 'NICKNAME'];
const TEXTS = ['FN', 'NOTE', 'TITLE', 'ROLE', 'EMAIL', 'TEL', 'LABEL', 'X-ABLABEL', 'X-ABRELATEDNAMES'];
const WRITTEN_OUT = ['ENCODING', 'CHARSET'];

/** The value of a line with its separators escaped, as versions 3.0 and 4.0 both have it. */
export function convertText(card: Card, line: ContentLine, version: Target): string {
  if (line.name === 'AGENT') return escapeText(agentText(card, line), version);
  const text = textOf(line, card).replaceAll('\r\n', '\n').replaceAll('\r', '\n');
  if (card.version !== '2.1') return text.replaceAll('\n', '\\n');
  const rewrite = (piece: string) => escapeText(unescapeText(piece, '2.1'), version);
  const rewriteList = (piece: string) => splitEscaped(piece, ',').map(rewrite).join(',');
  if (LISTS.includes(line.name)) return splitEscaped(text, ';').map(rewriteList).join(';');
  if (line.name === 'ORG') return splitEscaped(text, ';').map(rewrite).join(';');
  return TEXTS.includes(line.name) ? rewrite(text) : text.replaceAll('\n', '\\n');
}

/** A card within a card (vCard 2.1) is a text in later versions. */
function agentText({ source, charset }: Card, line: ContentLine): string {
  return decodeCharset(source.subarray(line.valueStart, line.end), charset).replaceAll('\r', '').trim();
}

/** The parameters of a line for another version, without those that say how the value was encoded. */
export function convertParams(line: ContentLine, version: Target, without: string[] = []): string[] {
  const params: string[] = [];
  let preferred = false;
  for (const { name, values, raw } of line.params) {
    if (WRITTEN_OUT.includes(name)) continue;
    if (name === 'VALUE' && ['URL', 'INLINE'].includes(values[0]?.toUpperCase() ?? '')) {
      if (values[0]?.toUpperCase() === 'URL' && !without.includes(name)) params.push('VALUE=uri');
    } else if (name === 'TYPE') {
      const types = values.filter((value) => value.toLowerCase() !== 'pref');
      if (types.length < values.length) preferred = true;
      if (without.includes(name)) continue;
      const unchanged = raw.includes('=') && types.length === values.length;
      if (unchanged) params.push(raw);
      else if (types.length > 0) params.push(`TYPE=${types.map(quoteParam).join(',')}`);
    } else if (name === 'PREF' && values[0]?.trim() === '1') preferred = true;
    else if (!without.includes(name)) params.push(raw);
  }
  if (!preferred) return params;
  return [...params, version === '4.0' ? 'PREF=1' : 'TYPE=PREF'];
}
