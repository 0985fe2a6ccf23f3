/**
 * Invisible characters, or ones that change the direction of writing, by which a text can be spoofed:
 * bidirectional marks, embeddings and isolates, zero-width and filler characters, tags.
 */
const HIDDEN =
  /[\u034f\u180b-\u180d\u180f]|[\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0001}-\u{e007f}]/gu;
/** Marks that legitimate right-to-left text and mailers leave behind. */
const HARMLESS = /^[\u061c\u200e\u200f\ufeff]$/;
/** Joined into one emoji: a family, a rainbow flag. */
const PICTURE_BEFORE = /(?:[\p{Extended_Pictographic}\p{Emoji_Modifier}]|\ufe0f)$/u;
const PICTURE_BEHIND = /^\p{Extended_Pictographic}/u;
/** Letters of scripts whose shape a joiner changes; Latin letters need none. */
const JOINED_LETTER = /[\p{L}\p{M}]/u;
const PLAIN_LETTER = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Han}\p{Script=Hangul}]/u;
const SUBDIVISION_FLAG = /\u{1f3f4}[\u{e0020}-\u{e007e}]*$/u;

export type Visible = { text: string; hidden: boolean };

/** A single-line text without hidden characters, and whether any of them had no legitimate use. */
export function withoutHidden(text: string): Visible {
  let hidden = false;
  const visible = text.replace(HIDDEN, (character, at: number) => {
    if (isNeeded(text, character, at)) return character;
    hidden ||= !HARMLESS.test(character);
    return '';
  });
  return { text: visible, hidden };
}

function isNeeded(text: string, character: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - 24), at);
  if (character.length === 2) return SUBDIVISION_FLAG.test(before);
  if (character !== '\u200d' && character !== '\u200c') return false;
  const behind = text.slice(at + 1, at + 3);
  if (character === '\u200d' && PICTURE_BEFORE.test(before) && PICTURE_BEHIND.test(behind)) return true;
  return isJoinedLetter([...before].at(-1)) && isJoinedLetter([...behind][0]);
}

function isJoinedLetter(character: string | undefined): boolean {
  return character !== undefined && JOINED_LETTER.test(character) && !PLAIN_LETTER.test(character);
}
