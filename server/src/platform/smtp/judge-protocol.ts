import type { SenderVerdict } from './sender-verdict.ts';

/** What the judge and its worker thread say to each other. */
export type JudgeRequest =
  /** All that there is of a message. */
  | { kind: 'whole'; job: number; question: JudgeQuestion; bytes: Uint8Array<ArrayBuffer> }
  | { kind: 'begin'; job: number; question: JudgeQuestion }
  | { kind: 'chunk'; job: number; bytes: Uint8Array<ArrayBuffer> }
  | { kind: 'end'; job: number }
  | { kind: 'drop'; job: number }
  | { kind: 'dns'; lookup: number; records: DnsRecords }
  | { kind: 'dnsError'; lookup: number; code: string };

export type JudgeAnswer =
  | { kind: 'took'; job: number }
  /** `failure`: where the check broke down, without a word of the message. */
  | { kind: 'verdict'; job: number; verdict: SenderVerdict; failure: string | null }
  | { kind: 'lookup'; job: number; lookup: number; name: string; type: string };

export type JudgeQuestion = {
  /** Null where the connection was not the sender's: then SPF has nothing to say. */
  remoteAddress: string | null;
  helo: string;
  mailFrom: string;
  authservId: string;
  /** The header block is too long to be looked at closely: SPF alone is asked. */
  spfOnly: boolean;
};

/** As node:dns resolve() gives them for TXT, A, AAAA, MX and PTR. */
export type DnsRecords = string[] | string[][] | { exchange: string; priority: number }[];
