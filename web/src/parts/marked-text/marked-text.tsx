import { markedParts } from './marked-parts.ts';

/** Text with the words that were searched for marked. */
export function MarkedText({ text, words }: { text: string; words: readonly string[] }) {
  if (words.length === 0) return text;
  let at = 0;
  return markedParts(text, words).map((part) => {
    const key = at;
    at += part.text.length;
    return part.marked ? <mark key={key}>{part.text}</mark> : part.text;
  });
}
