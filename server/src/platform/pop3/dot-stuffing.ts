/** What a message becomes on its way to the client (RFC 1939 section 3). */
export type DotStuffing = {
  push(piece: Buffer): Buffer;
  /** The end of its last line, and the line that ends the answer. */
  end(): string;
  /** All the lines that were asked for have come. */
  readonly isDone: boolean;
};

const CARRIAGE_RETURN = 0x0d;
const LINE_FEED = 0x0a;
const DOT = 0x2e;
const ONE_DOT = Buffer.from('.');
const LINE_END = Buffer.from('\r\n');

/**
 * Doubles a dot at the beginning of a line. A bare line feed becomes CRLF: clients take it for the end of a line, and a
 * message could end the answer by it. With `bodyLines` it stops so many lines behind the header (TOP).
 */
export function createDotStuffing(bodyLines: number | null): DotStuffing {
  let previous = LINE_FEED;
  /** Bytes of the line that has begun. */
  let lineBytes = 0;
  let bodyLinesLeft: number | null = null;

  function endLine(isEmpty: boolean): void {
    if (bodyLinesLeft !== null) bodyLinesLeft -= 1;
    else if (bodyLines !== null && isEmpty) bodyLinesLeft = bodyLines;
  }

  return {
    get isDone() {
      return bodyLinesLeft === 0;
    },
    push(piece) {
      const written: Buffer[] = [];
      let from = 0;
      let at = 0;
      while (at < piece.length && bodyLinesLeft !== 0) {
        if (lineBytes === 0 && piece[at] === DOT) {
          written.push(piece.subarray(from, at), ONE_DOT);
          from = at;
        }
        const end = piece.indexOf(LINE_FEED, at);
        if (end === -1) {
          lineBytes += piece.length - at;
          previous = piece.at(-1) as number;
          at = piece.length;
          break;
        }
        const isWhole = (end > 0 ? piece[end - 1] : previous) === CARRIAGE_RETURN;
        if (!isWhole) {
          written.push(piece.subarray(from, end), LINE_END);
          from = end + 1;
        }
        endLine(lineBytes + end - at === (isWhole ? 1 : 0));
        lineBytes = 0;
        previous = LINE_FEED;
        at = end + 1;
      }
      written.push(piece.subarray(from, at));
      return Buffer.concat(written);
    },
    end() {
      const lineEnd = previous === CARRIAGE_RETURN ? '\n' : '\r\n';
      return `${lineBytes === 0 ? '' : lineEnd}.\r\n`;
    },
  };
}
