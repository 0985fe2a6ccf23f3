import { readdir } from 'node:fs/promises';
import type { Config } from '../../config/config.ts';
import { type Finding, ok, warn } from './finding.ts';

const OWN_MACHINE = new Set(['127.0.0.1', '::1', 'localhost']);

/** Its syntax was validated when it was read; this reports what is allowed but rarely intended. */
export function checkConfiguration(config: Config): Finding[] {
  const { http, operations, mail } = config;
  const findings = [ok('configuration', `data in ${config.dataDir}, web at ${http.publicUrl}`)];
  if (!OWN_MACHINE.has(http.host) && !http.publicUrl.startsWith('https:')) {
    findings.push(
      warn(
        'configuration',
        `HOST ${http.host} is open to others, but PUBLIC_URL ${http.publicUrl} is not https`,
      ),
    );
  }
  if (http.publicUrl.startsWith('https:') && http.trustedProxies === 0) {
    findings.push(
      warn('configuration', 'PUBLIC_URL is https, but TRUSTED_PROXIES is 0: limits see the proxy only'),
    );
  }
  if (!OWN_MACHINE.has(mail.lmtpHost)) {
    findings.push(
      warn(
        'configuration',
        `LMTP_LISTEN_HOST ${mail.lmtpHost}: who reaches it delivers without any check of the sender`,
      ),
    );
  }
  // When foreign mail arrives only through a gateway, both may have the machine's name.
  if (!OWN_MACHINE.has(mail.host) && mail.gateways.includes(mail.name.toLowerCase())) {
    findings.push(
      warn(
        'configuration',
        `TRUSTED_AUTHSERV has our own MAIL_HOSTNAME ${mail.name}: a gateway needs a name of its own`,
      ),
    );
  }
  if (!OWN_MACHINE.has(operations.host)) {
    findings.push(
      warn(
        'configuration',
        `OPERATIONS_HOST ${operations.host}: who reaches it reads the figures without a password`,
      ),
    );
  }
  if (!OWN_MACHINE.has(mail.host) && mail.tls === null) {
    findings.push(
      warn('configuration', 'mail comes in from others without STARTTLS: MAIL_TLS_CERT is not set'),
    );
  }
  if (!OWN_MACHINE.has(mail.host) && !mail.name.includes('.')) {
    findings.push(
      warn('configuration', `MAIL_HOSTNAME ${mail.name} is no full name; other servers may refuse it`),
    );
  }
  return findings;
}

/** The console offers no backups that this user cannot read. */
export async function checkBackupDir({ backupDir }: Config): Promise<Finding[]> {
  if (backupDir === null) return [];
  return readdir(backupDir).then(
    () => [],
    () => [warn('configuration', `BACKUP_DIR ${backupDir} is no folder that can be read`)],
  );
}
