/** What a subject is about, and whether it says that it replies or forwards (RFC 5256 section 2.1). */
export type BaseSubject = { base: string; isReply: boolean };

const TRAILER = /\s*\(fwd\)\s*$/i;
const LEADER = /^(?:\[[^[\]]*\]\s*)*(?:re|fwd?)\s*(?:\[[^[\]]*\]\s*)?:\s*/i;
const BLOB = /^\[[^[\]]*\]\s*/;
const FORWARDED = /^\[fwd:\s*(.*)\]$/i;

/** Folded, so that letters of any case are the same. */
export function readBaseSubject(subject: string): BaseSubject {
  let rest = subject.replace(/\s+/g, ' ').trim();
  let isReply = false;
  for (;;) {
    const stripped = withoutMark(rest);
    if (stripped !== null) isReply = true;
    const next = stripped ?? withoutBlob(rest);
    if (next === null) return { base: rest.normalize('NFKD').toUpperCase(), isReply };
    rest = next;
  }
}

function withoutMark(subject: string): string | null {
  for (const mark of [TRAILER, LEADER]) if (mark.test(subject)) return subject.replace(mark, '');
  return FORWARDED.exec(subject)?.[1]?.trim() ?? null;
}

/** A subject that is nothing but a tag is about that tag. */
function withoutBlob(subject: string): string | null {
  const rest = subject.replace(BLOB, '');
  return rest === subject || rest === '' ? null : rest;
}
