import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { type Answer, AUTHORITATIVE_ANSWER, decode, encode, type Question } from 'dns-packet';
import { SMTPServer } from 'smtp-server';
import { MACHINE, OUTSIDE } from './machine.ts';

export const CUSTOMER = 'khach@customer.example';
const NXDOMAIN = 3;
const RECURSION_AVAILABLE = 1 << 7;

const MX_OF: Record<string, string> = {
  'example.com': 'mail.example.com',
  'customer.example': 'mx.customer.example',
};
const ADDRESS_OF: Record<string, string> = {
  'mail.example.com': MACHINE,
  'autoconfig.example.com': MACHINE,
  'autodiscover.example.com': MACHINE,
  'mx.customer.example': OUTSIDE,
};

export type OutsideMessage = { from: string; to: string[]; raw: string };

/** The name server of the machine, and a customer's mail server. */
export async function startOutsideWorld(): Promise<{ messages: OutsideMessage[]; stop(): Promise<void> }> {
  const names = createSocket('udp4');
  names.on('message', (query, { port, address }) => {
    const { id = 0, questions = [] } = decode(query);
    const [question] = questions;
    if (!question) return;
    const answers = answersTo(question);
    const flags = AUTHORITATIVE_ANSWER | RECURSION_AVAILABLE | (isKnown(question.name) ? 0 : NXDOMAIN);
    names.send(encode({ type: 'response', id, flags, questions, answers }), port, address);
  });
  names.bind(53, OUTSIDE);
  await once(names, 'listening');

  const messages: OutsideMessage[] = [];
  const mail = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    logger: false,
    onData(stream, { envelope }, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const from = envelope.mailFrom ? envelope.mailFrom.address : '';
        const to = envelope.rcptTo.map(({ address }) => address);
        messages.push({ from, to, raw: Buffer.concat(chunks).toString() });
        callback();
      });
    },
  });
  await new Promise<void>((resolve) => {
    mail.listen(25, OUTSIDE, () => resolve());
  });
  return {
    messages,
    async stop() {
      names.close();
      await new Promise<void>((resolve) => mail.close(() => resolve()));
    },
  };
}

function isKnown(name: string): boolean {
  const lower = name.toLowerCase();
  return lower in MX_OF || lower in ADDRESS_OF;
}

function answersTo({ name, type }: Question): Answer[] {
  const lower = name.toLowerCase();
  const exchange = MX_OF[lower];
  if (type === 'MX' && exchange !== undefined)
    return [{ name, type: 'MX', ttl: 60, data: { preference: 10, exchange } }];
  const data = ADDRESS_OF[lower];
  if (type === 'A' && data !== undefined) return [{ name, type: 'A', ttl: 60, data }];
  if (type === 'TXT' && lower === 'customer.example')
    return [{ name, type: 'TXT', ttl: 60, data: `v=spf1 ip4:${OUTSIDE} -all` }];
  return [];
}
