import { mailLimits } from './mail-limits.ts';
import { plainWords } from './plain-words.ts';
import { clipForHtml, textAsHtml } from './text-as-html.ts';
import type { QuotedText } from './worker-messages.ts';

/** Plain text in quoted form, and its words for the search. */
export function quoteText(text: string): QuotedText {
  const clipped = clipForHtml(text, mailLimits.quotedCharacters);
  return {
    html: textAsHtml(clipped),
    words: plainWords(clipped, mailLimits.searchCharacters),
    isCut: clipped.length < text.length,
  };
}
