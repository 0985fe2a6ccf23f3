import { connect } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { Config } from '../../config/config.ts';
import { listeningPorts } from '../../config/listening-ports.ts';
import type { Clock } from '../../platform/clock.ts';
import { tryToListen } from '../../platform/try-to-listen.ts';
import { type Finding, fail, ok } from './finding.ts';

type Port = { name: string; host: string; port: number; ask: string; answer: RegExp; tls?: true };

const PATIENCE_MS = 3_000;
const ESMTP = { ask: '', answer: /^220[ -].*ESMTP/ };

/** What each port is asked, and what this program would answer. */
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
} as const;

/** Each port is either free for us, or answers as this program does. */
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

/** What is said until the other side ends, or the answer is there, or our patience is. */
function converse({ host, port, ask, answer, tls }: Port, clock: Clock): Promise<string> {
  return new Promise((resolve) => {
    let said = '';
    const place = { host: anyAddress(host) ? 'localhost' : host, port };
    const begin = () => socket.write(ask);
    // Whether the certificate is a good one is looked at elsewhere.
    const socket = tls ? connectTls({ ...place, rejectUnauthorized: false }, begin) : connect(place, begin);
    const timer = clock.after(PATIENCE_MS, () => socket.destroy());
    socket.on('data', (piece) => {
      said += piece.toString('latin1');
      if (answer.test(said)) socket.destroy();
    });
    // The close that follows tells it.
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
