import { decodeModifiedUtf7 } from '../../../platform/imap/modified-utf7.ts';
import type { FetchAnswer } from './read-fetch-answer.ts';

/** The tags of a message at the source, besides the standard flags. */
export type Tags = {
  /** IMAP keywords, such as `$Forwarded`. */
  keywords: string[];
  /** Labels of Gmail. */
  labels: string[];
};

/** No user has more on one message; a malicious server may. */
const MOST_TAGS = 100;
const LONGEST_TAG = 255;
// biome-ignore lint/suspicious/noControlCharactersInRegex: PostgreSQL takes no NUL, and no tag has the others.
const NO_TAG = /^\\|^$|[\x00-\x1f\x7f]/;

/** Names with a backslash are flags, or Gmail folders that are listed as such. */
export function readTags({ flags, labels }: Pick<FetchAnswer, 'flags' | 'labels'>): Tags {
  return { keywords: tagsOf(flags), labels: tagsOf(labels, decodeModifiedUtf7) };
}

function tagsOf(said: Iterable<string> | undefined, decode = (text: string) => text): string[] {
  const tags = [...(said ?? [])].map((tag) => decode(String(tag)));
  const valid = tags.filter((tag) => !NO_TAG.test(tag) && tag.length <= LONGEST_TAG && tag.isWellFormed());
  return [...new Set(valid)].slice(0, MOST_TAGS);
}
