import { beforeAll, describe, expect, test } from 'vitest';
import type { Config } from './config/config.ts';
import { MOST_RECIPIENTS } from './features/delivery/start-mail.ts';
import { readShippedSettings, shipped } from './test-kit/shipped-files.ts';

/** What Postfix, rspamd and others on the way add to a message. */
const ADDED_LINES = 64 * 1024;

let config: Config;

beforeAll(async () => {
  ({ config } = await readShippedSettings());
});

/** Settings as Postfix reads them: a line that begins with a blank goes on with the one before. */
async function postfixSettings(): Promise<Map<string, string>> {
  const text = (await shipped('postfix/main.cf')).replace(/^#.*\n/gm, '').replace(/\n[ \t]+/g, ' ');
  return new Map(
    [...text.matchAll(/^(\w+) *=[ \t]*(.*)$/gm)].map(([, name = '', value = '']) => [name, value]),
  );
}

describe('Postfix', () => {
  test('takes no message that the program would refuse for its size, or for how many get it', async () => {
    const settings = await postfixSettings();
    expect(Number(settings.get('message_size_limit')) + ADDED_LINES).toBe(config.mail.maxBytes);
    expect(Number(settings.get('lmtp_destination_recipient_limit'))).toBe(MOST_RECIPIENTS);
  });

  test('asks for each recipient before it accepts, and nobody is refused for good while the program is away', async () => {
    const settings = await postfixSettings();
    expect(settings.get('smtpd_recipient_restrictions')).toBe('reject_unverified_recipient');
    expect(settings.get('unverified_recipient_reject_code')).toBe('550');
    expect(settings.get('unverified_recipient_defer_code')).toBe('450');
    expect(settings.get('relay_transport')).toBe(`lmtp:inet:${config.mail.lmtpHost}:${config.mail.lmtpPort}`);
  });

  test('asks which domains are ours where the program answers', async () => {
    const { lmtpHost, socketmapPort } = config.mail;
    const settings = await postfixSettings();
    expect(settings.get('relay_domains')).toBe(`socketmap:inet:${lmtpHost}:${socketmapPort}:domains`);
  });

  test('takes what leaves where the program brings it, and shows the certificate that the program shows', async () => {
    const { relay, tls, name, gateways } = config.mail;
    expect(await shipped('postfix/master.cf')).toContain(`\n${relay?.host}:${relay?.port} inet `);
    const settings = await postfixSettings();
    expect(settings.get('smtpd_tls_chain_files')).toBe(`${tls?.keyFile}, ${tls?.certFile}`);
    expect(settings.get('myhostname')).toBe(name);
    expect(gateways).toEqual([name]);
  });

  test('passes no name of an envelope on, by which the program knows its reports', async () => {
    expect((await postfixSettings()).get('smtp_discard_ehlo_keywords')).toBe('dsn');
  });

  test('brings what the machine itself writes to the postmaster', async () => {
    const settings = await postfixSettings();
    const origin = settings.get('myorigin');
    expect(config.mail.name).toBe(`mail.${origin}`);
    expect(settings.get('virtual_alias_maps')).toBe(`inline:{root=postmaster@${origin}}`);
  });

  test('removes every line that could be taken for one of our own filter, however it is written', async () => {
    const patterns = [...(await shipped('postfix/header_checks')).matchAll(/^\/(.*)\/ IGNORE$/gm)].map(
      ([, pattern = '']) => new RegExp(pattern.replaceAll('[[:space:]]', '\\s'), 'i'),
    );
    const goes = (line: string) => patterns.some((pattern) => pattern.test(line));
    const forged = [
      `Authentication-Results: ${config.mail.name}; dkim=pass`,
      `Authentication-Results: (x) ${config.mail.name}; dkim=pass`,
      `authentication-results : ${config.mail.name}; dkim=pass`,
      ...[
        'X-Spam-Status : No',
        'X-Spam: No',
        'x-spam-flag:NO',
        'X-Spamd-Result: default',
        'X-Rspamd-Action: x',
      ],
    ];
    expect(forged.filter((line) => !goes(line))).toEqual([]);
    const others = [
      'Subject: X-Spam: a',
      'ARC-Authentication-Results: i=1; x',
      'X-Spammer: x',
      'Received: x',
    ];
    expect(others.filter(goes)).toEqual([]);
    // Those that rspamd adds afterwards would go by these alone.
    expect([...(await postfixSettings()).keys()]).not.toContain('milter_header_checks');
  });
});
