import { leaveAddress } from '../people/leave-address.ts';
import { leaveLink, leaveToken } from './leave-link.ts';

const UNSUBSCRIBE = 'List-Unsubscribe:';
/** Longer than an address and the words around it. */
export const LONGEST_LEAVE_LINE = 1024;

/** The first line of what leaves to members elsewhere: the way out by mail, the same for all. */
export function leaveLine(group: string): string {
  return `${UNSUBSCRIBE} <mailto:${leaveAddress(group)}?subject=leave>\r\n`;
}

type Copy = {
  /** The beginning of the source. */
  beginning: Buffer;
  groupId: number;
  /** The address of the member that the copy goes to. */
  address: string;
  key: Buffer;
  publicUrl: string;
  /** RFC 8058 wants both fields covered by a signature. */
  isSigned: boolean;
};

/**
 * The header fields of one member's copy, in place of the first line of the source, which is shared: the way out by
 * mail and by the member's own link. `skipped`: the bytes of that line.
 */
export function leaveFields({ beginning, groupId, address, key, publicUrl, isSigned }: Copy): {
  fields: string;
  skipped: number;
} {
  const first = beginning.subarray(0, beginning.indexOf('\n') + 1).toString('latin1');
  if (!first.startsWith(UNSUBSCRIBE)) return { fields: '', skipped: 0 };
  const byMail = first.slice(UNSUBSCRIBE.length).trim();
  const link = leaveLink(publicUrl, leaveToken(key, { groupId, address }));
  const post =
    isSigned && link.startsWith('https:') ? 'List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n' : '';
  return { fields: `${UNSUBSCRIBE} <${link}>,\r\n ${byMail}\r\n${post}`, skipped: first.length };
}
