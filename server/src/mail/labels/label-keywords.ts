import { fold } from '@bocau/contract/fold.ts';

/** As Thunderbird calls the five tags that it comes with. */
const OF_THUNDERBIRD = ['$label1', '$label2', '$label3', '$label4', '$label5'];
/** Keywords by which programs mean something of their own; a label must not be taken for one. */
const RESERVED = new Set(['junk', 'nonjunk', 'notjunk', 'forwarded', 'seen', 'flagged', 'nil', 'inbox']);
const LONGEST_SLUG = 60;

/**
 * What mail programs will call a new label: Thunderbird's own five first, then what is left of the name in the letters that
 * an atom of IMAP may have. `taken` are those of labels, and those that programs have set: one of these would bring its
 * messages along.
 */
export function keywordFor(name: string, taken: Iterable<string>): string {
  const used = new Set([...taken].map((keyword) => keyword.toLowerCase()));
  const tag = OF_THUNDERBIRD.find((keyword) => !used.has(keyword));
  if (tag !== undefined) return tag;
  const slug =
    fold(name)
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .slice(0, LONGEST_SLUG)
      .replace(/^-+|-+$/g, '') || 'label';
  const base = RESERVED.has(slug) ? `label-${slug}` : slug;
  for (let number = 1; ; number += 1) {
    const keyword = number === 1 ? base : `${base}-${number}`;
    if (!used.has(keyword)) return keyword;
  }
}

/** Those by which programs tell each other what they do: nothing that a person would call a label. */
const OF_PROGRAMS =
  /^(\$?(forwarded|mdnsent|submitpending|submitted|junk|notjunk|nonjunk|phishing|important|hasattachment|hasnoattachment|muted|followed|memo|hasmemo|autosent|unsubscribed|canunsubscribe|imported|istrusted|maskedemail|new|notify)|redirected|\$?x-.*|_.*)$/i;

export function isOfPrograms(keyword: string): boolean {
  return OF_PROGRAMS.test(keyword);
}
