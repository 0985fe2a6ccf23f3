import { decodeCharset } from './decode-charset.ts';
import { mailLimits } from './mail-limits.ts';

/** What Outlook and Exchange call the parts of a message (MS-OXPROPS), as far as they are read here. */
export const PROPERTY = {
  subject: 0x0037,
  body: 0x1000,
  rtf: 0x1009,
  html: 0x1013,
  attachmentBytes: 0x3701,
  fileName: 0x3704,
  longFileName: 0x3707,
  mimeTag: 0x370e,
  contentId: 0x3712,
} as const;

export const UNICODE_STRING = 0x1f;

/** A value that can be text; `type` says whether it is in Unicode or in the charset of its message. */
export type Value = { type: number; bytes: Buffer };

export function textOf({ type, bytes }: Value, charset: string): string {
  return stringOf(bytes, type === UNICODE_STRING ? 'utf-16le' : charset);
}

export function stringOf(bytes: Buffer, charset: string): string {
  return decodeCharset(bytes.subarray(0, mailLimits.bodyCharacters * 4), charset).trim();
}

/** The charset of a Windows code page; empty for one that isn't known. */
export function codepageName(codepage: number): string {
  if (codepage === 65_001) return 'utf-8';
  const others: Record<number, string> = { 932: 'shift_jis', 936: 'gbk', 949: 'euc-kr', 950: 'big5' };
  return others[codepage] ?? (codepage >= 874 && codepage <= 1_258 ? `windows-${codepage}` : '');
}
