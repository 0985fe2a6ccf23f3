import { readPieces } from '../message-body/read-plain-text.ts';

/** What somebody has written of an event, with its addresses of the web as links. */
export function LinkedText({ text }: { text: string }) {
  return readPieces(text).pieces.map((piece, at) =>
    piece.kind === 'text' || piece.href.startsWith('mailto:') ? (
      piece.text
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: a text has no other order
      <a key={at} href={piece.href} target="_blank" rel="noreferrer noopener">
        {piece.text}
      </a>
    ),
  );
}
