import { connect } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { Config } from '../../config/config.ts';
import { listeningPorts } from '../../config/listening-ports.ts';
import type { Clock } from '../../platform/clock.ts';
import { tryToListen } from '../../platform/try-to-listen.ts';
import { type Finding, fail, ok } from './finding.ts';

type Port = { name: string; host: string; port: number; ask: string; answer: RegExp; tls?: true };

const PATIENCE_MS = 3_000;
const IMAP = { ask: '', answer: /^\* OK \[CAPABILITY IMAP4rev1/ };
const POP3 = { ask: '', answer: /^\+OK .* POP3 ready/ };
const ESMTP = { ask: '', answer: /^220[ -].*ESMTP/ };

/** What is sent to each port, and the reply that this program would give. */
const SPEECH = {
  HTTP: {
    ask: 'GET /api/v2/auth/session HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n',
    answer: /\{"data":null\}/,
  },
  operations: {
    ask: 'GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n',
    answer: /"status":"ok"/,
  },
  SMTP: ESMTP,
  submission: ESMTP,
  LMTP: { ask: '', answer: /^220[ -].*LMTP/ },
  socketmap: { ask: '17:domains localhost,', answer: /^\d+:(OK|NOTFOUND|TEMP) / },
  'submission by TLS': { ...ESMTP, tls: true },
  IMAP,
  'IMAP by TLS': { ...IMAP, tls: true },
  POP3,
  'POP3 by TLS': { ...POP3, tls: true },
} as const;

/** Each port is either free, or replies like this program. */
export async function checkPorts(config: Config, clock: Clock): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { purpose, host, port } of listeningPorts(config)) {
    if (port !== 0) findings.push(await checkPort({ name: purpose, host, port, ...SPEECH[purpose] }, clock));
  }
  return findings;
}

async function checkPort(port: Port, clock: Clock): Promise<Finding> {
  const where = `${port.host}:${port.port}`;
  const hindrance = await tryToListen(port);
  if (hindrance === null) return ok('ports', `${port.name} ${where} is free`);
  if (hindrance !== 'EADDRINUSE')
    return fail('ports', `${port.name} ${where} can not be opened: ${hindrance}`);
  const said = await converse(port, clock);
  return port.answer.test(said)
    ? ok('ports', `${port.name} ${where} answers`)
    : fail('ports', `${port.name} ${where} is taken by another program`);
}

/** The reply until the other side closes, the expected reply has arrived, or a timeout. */
function converse({ host, port, ask, answer, tls }: Port, clock: Clock): Promise<string> {
  return new Promise((resolve) => {
    let said = '';
    const place = { host: anyAddress(host) ? 'localhost' : host, port };
    const begin = () => socket.write(ask);
    // The certificate's validity is checked elsewhere.
    const socket = tls ? connectTls({ ...place, rejectUnauthorized: false }, begin) : connect(place, begin);
    const timer = clock.after(PATIENCE_MS, () => socket.destroy());
    socket.on('data', (piece) => {
      said += piece.toString('latin1');
      if (answer.test(said)) socket.destroy();
    });
    // Reported by the close event that follows.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      timer.stop();
      resolve(said);
    });
  });
}

function anyAddress(host: string): boolean {
  return host === '0.0.0.0' || host === '::';
}
