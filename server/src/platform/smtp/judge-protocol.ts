import type { SenderVerdict } from './sender-verdict.ts';

/** The protocol between the judge and its worker thread. */
export type JudgeRequest =
  /** The complete message. */
  | { kind: 'whole'; job: number; question: JudgeQuestion; bytes: Uint8Array<ArrayBuffer> }
  | { kind: 'begin'; job: number; question: JudgeQuestion }
  | { kind: 'chunk'; job: number; bytes: Uint8Array<ArrayBuffer> }
  | { kind: 'end'; job: number }
  | { kind: 'drop'; job: number }
  | { kind: 'dns'; lookup: number; records: DnsRecords }
  | { kind: 'dnsError'; lookup: number; code: string };

export type JudgeAnswer =
  | { kind: 'took'; job: number }
  /** `failure`: where the check broke down, without any content of the message. */
  | { kind: 'verdict'; job: number; verdict: SenderVerdict; failure: string | null }
  | { kind: 'lookup'; job: number; lookup: number; name: string; type: string };

export type JudgeQuestion = {
  /** Null when the connection was not the sender's: then SPF is not evaluated. */
  remoteAddress: string | null;
  helo: string;
  mailFrom: string;
  authservId: string;
  /** The header block is too long to be checked closely: only SPF is evaluated. */
  spfOnly: boolean;
};

/** As node:dns resolve() gives them for TXT, A, AAAA, MX, PTR and SRV. */
export type DnsRecords = string[] | string[][] | MxRecord[] | SrvRecord[];
export type MxRecord = { exchange: string; priority: number };
export type SrvRecord = { name: string; port: number; priority: number; weight: number };
