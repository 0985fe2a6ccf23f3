import { domainToASCII } from 'node:url';
import type { Clock } from '../clock.ts';
import { askServer, type DnsQuestion } from './ask-server.ts';
import { type DnsAnswer, DnsError, readAnswer } from './dns-answer.ts';
import { type DnsServer, systemServers } from './name-servers.ts';

/** Rejects with a DnsError. */
export type DnsClient = (name: string, type: string) => Promise<DnsAnswer>;

export type DnsClientOptions = {
  clock: Clock;
  /** Null uses the machine's own. */
  servers: DnsServer[] | null;
};

const TYPES: readonly DnsQuestion['type'][] = ['A', 'AAAA', 'CNAME', 'MX', 'PTR', 'SRV', 'TXT'];
const ROUNDS = 2;
const PATIENCE_MS = 2_000;
/**
 * Circuit breaker: after this many unanswered queries in a row the servers count as unreachable, until one
 * answers.
 */
const SILENCE = 8;
const PATIENCE_WITH_THE_SILENT_MS = 500;
const LONGEST_NAME = 253;
const LONGEST_LABEL = 63;

/** Asks recursive name servers, like node:dns, which does not report the TTL of TXT and MX answers. */
export function createDnsClient({ clock, servers: given }: DnsClientOptions): DnsClient {
  const servers = given ?? systemServers();
  let unanswered = 0;

  async function ask(question: DnsQuestion): Promise<DnsAnswer> {
    const silent = unanswered >= SILENCE;
    let last = new DnsError('ETIMEOUT', question.name);
    for (let round = 0; round < (silent ? 1 : ROUNDS); round += 1) {
      for (const server of servers) {
        try {
          return await askOnce(server, question, silent ? PATIENCE_WITH_THE_SILENT_MS : PATIENCE_MS);
        } catch (error) {
          last = error instanceof DnsError ? error : new DnsError('ECONNREFUSED', question.name);
          // A negative answer is final; another server would give the same.
          if (last.code === 'ENOTFOUND' || last.code === 'ENODATA') throw last;
        }
      }
    }
    throw last;
  }

  async function askOnce(server: DnsServer, question: DnsQuestion, patienceMs: number): Promise<DnsAnswer> {
    const late = new AbortController();
    const limit = clock.after(patienceMs, () => {
      unanswered += 1;
      late.abort(new DnsError('ETIMEOUT', question.name));
    });
    try {
      const packet = await askServer(server, question, late.signal);
      unanswered = 0;
      return readAnswer(packet, question.name, question.type);
    } finally {
      limit.stop();
    }
  }

  return async (name, type) => {
    const known = TYPES.find((one) => one === type);
    if (known === undefined) throw new DnsError('EBADQUERY', name);
    return ask({ name: writtenName(name), type: known });
  };
}

/** The name as sent over the wire; a name that cannot be encoded does not exist. */
function writtenName(given: string): string {
  const plain = given.replace(/\.$/, '');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the letters of ASCII, all of them.
  const name = /^[\x00-\x7f]*$/.test(plain) ? plain : domainToASCII(plain);
  const labels = name.split('.');
  const fits = labels.every((label) => label.length > 0 && label.length <= LONGEST_LABEL);
  if (!fits || name.length > LONGEST_NAME) throw new DnsError('EBADNAME', given);
  return name;
}
