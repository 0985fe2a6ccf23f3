import { clip } from './clip-text.ts';

/** Plain text as HTML with the same appearance. */
export function textAsHtml(text: string): string {
  const lines = escapeHtml(text.replaceAll('\r\n', '\n')).replaceAll('\n', '<br>');
  return `<div style="white-space:pre-wrap">${lines}</div>`;
}

/** The length of HTML is checked after this many characters. */
const SLICE = 20_000;

/** The prefix of a text that fits `most` characters of HTML: one character may become six. */
export function clipForHtml(text: string, most: number): string {
  let length = 0;
  for (let at = 0; at < text.length; at += SLICE) {
    length += textAsHtml(text.slice(at, at + SLICE)).length;
    if (length > most) return clip(text, at);
  }
  return text;
}

export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
