import type { Config } from '../../config/config.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Finding, ok, reasonOf, warn } from './finding.ts';

const PATIENCE_MS = 3_000;

/** Mail is delivered without rspamd too, unchecked: so its absence is a warning. */
export async function checkRspamd({ rspamd, mail }: Config, clock: Clock): Promise<Finding[]> {
  const gateways = mail.gateways.length > 0 ? `; ${mail.gateways.join(', ')} are believed on LMTP` : '';
  if (rspamd === null) return [ok('spam', `no rspamd, our own check finds the plain cases${gateways}`)];
  const findings = [await ping('RSPAMD', rspamd.url, clock)];
  if (rspamd.controllerUrl !== null)
    findings.push(await ping('RSPAMD_CONTROLLER', rspamd.controllerUrl, clock));
  return findings;
}

async function ping(name: string, url: string, clock: Clock): Promise<Finding> {
  const late = new AbortController();
  const limit = clock.after(PATIENCE_MS, () => late.abort(new Error('it does not answer')));
  try {
    const { host } = new URL(url);
    const response = await fetch(new URL('/ping', url), { signal: late.signal, redirect: 'error' });
    const text = await response.text();
    return text.trim() === 'pong'
      ? ok('spam', `${name} ${host} answers`)
      : warn('spam', `${name} ${host} is no rspamd`);
  } catch (error) {
    return warn('spam', `${name} can not be asked: ${reasonOf(error)}`);
  } finally {
    limit.stop();
  }
}
