import { fromFirstHit, markedParts } from './marked-parts.ts';

type Props = {
  text: string;
  words: readonly string[];
  /** For a line that may be truncated: leaves out text far before the first hit. */
  fromHit?: boolean;
};

/** A text with the searched words highlighted. */
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
