import { execFile } from 'node:child_process';

type Audit = { vulnerabilities?: Record<string, { severity: string; via: (string | { title: string })[] }> };

/** Null if the registry gave no usable answer. */
export type AuditResult = { faults: string[] } | null;

const REFUSED = new Set(['high', 'critical']);
const TIMEOUT_MS = 20_000;

/** Runs `npm audit` on the production dependencies. */
export function checkAudit(): Promise<AuditResult> {
  const args = ['audit', '--omit=dev', '--json', '--fetch-retries=0', `--fetch-timeout=${TIMEOUT_MS / 2}`];
  return new Promise((resolve) => {
    // npm exits with an error both when it finds vulnerabilities and when it cannot reach the registry; only
    // its output tells them apart.
    execFile('npm', args, { timeout: TIMEOUT_MS, maxBuffer: 64 * 1024 ** 2 }, (_error, stdout) =>
      resolve(judgeAudit(stdout)),
    );
  });
}

export function judgeAudit(answer: string): AuditResult {
  const audit = readAnswer(answer);
  if (!audit?.vulnerabilities) return null;
  const faults = Object.entries(audit.vulnerabilities)
    .filter(([, { severity }]) => REFUSED.has(severity))
    .map(([name, { severity, via }]) => {
      const reasons = via.map((reason) => (typeof reason === 'string' ? `by ${reason}` : reason.title));
      return `${name} (${severity}): ${reasons.join('; ')}`;
    });
  return { faults };
}

function readAnswer(answer: string): Audit | null {
  try {
    return JSON.parse(answer) as Audit;
  } catch {
    return null;
  }
}
