import { fromFirstHit, markedParts } from './marked-parts.ts';

type Props = {
  text: string;
  words: readonly string[];
  /** For a line that may have no room for all of it: what stands long before the first hit is left out. */
  fromHit?: boolean;
};

/** Text with the words that were searched for marked. */
export function MarkedText({ text, words, fromHit = false }: Props) {
  if (words.length === 0) return text;
  const parts = markedParts(text, words);
  let at = 0;
  return (fromHit ? fromFirstHit(parts) : parts).map((part) => {
    const key = at;
    at += part.text.length;
    return part.marked ? <mark key={key}>{part.text}</mark> : part.text;
  });
}
