import type { spamReasons } from '../../i18n/vi/spam-reasons.ts';

export type SpamSign = keyof typeof spamReasons.signs;

/** Tests of rspamd, SpamAssassin and our own check, by their meaning to a reader; the first match wins. */
const SIGNS: readonly (readonly [SpamSign, RegExp])[] = [
  ['test', /^GTUBE/],
  ['unproved', /^DMARC_/],
  ['notAllowed', /SPF_|_SPF/],
  ['signature', /DKIM|^ARC_/],
  ['program', /ATTACH|_EXE|EXECUTABLE|DISGUISED|EXTENSION|VIRUS|CLAM|MALWARE|OLETOOLS|ARCHIVE/],
  ['phishing', /PHISH|HOMOGRAPH|REDIRECTOR/],
  ['links', /URIBL|SURBL|DBL|URL|URI_/],
  ['blocklist', /RBL|RCVD_IN_|DNSBL|SPAMHAUS|BARRACUDA|BLOCKLIST|MAILSPIKE|SENDERSCORE/],
  ['reported', /^BAYES|^NEURAL/],
  ['bulk', /FUZZY|PYZOR|RAZOR|^DCC/],
  ['money', /MONEY|LOTTER|BITCOIN|ADVANCE_FEE|DRUGS|FRAUD|SCAM|LEAKED_PASSWORD/],
  ['forged', /FORGED|SPOOF|FAKE|FROM_|_FROM$|REPLYTO|FREEMAIL|ENVFROM|DISPLAY_NAME/],
  ['subject', /SUBJ/],
  ['server', /^HFILTER|RDNS|HELO|^ONCE_RECEIVED|^RCVD_|DIRECT_TO_MX/],
  [
    'format',
    /MIME|HTML|^MISSING_|^INVALID_|BROKEN|CTYPE|ZERO_FONT|HIDDEN|CHARSET|PARTS_DIFFER|^DATE_|MSGID|^MID_/,
  ],
];

/** The findings of a filter, each once and in order, and the names without a translation. */
export function readSigns(reasons: readonly string[]): { signs: SpamSign[]; others: string[] } {
  const signs = new Set<SpamSign>();
  const others: string[] = [];
  for (const name of reasons) {
    const sign = SIGNS.find(([, pattern]) => pattern.test(name))?.[0];
    if (sign === undefined) others.push(name);
    else signs.add(sign);
  }
  return { signs: [...signs], others };
}
