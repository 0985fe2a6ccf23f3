import { expect, test } from 'vitest';
import { readSigns } from './spam-signs.ts';

test.each([
  ['DMARC_POLICY_REJECT', 'unproved'],
  ['VIOLATED_DIRECT_SPF', 'notAllowed'],
  ['SPF_FAIL', 'notAllowed'],
  ['R_DKIM_REJECT', 'signature'],
  ['MIME_DOUBLE_BAD_EXTENSION', 'program'],
  ['DISGUISED_PROGRAM', 'program'],
  ['PHISHING', 'phishing'],
  ['URIBL_BLACK', 'links'],
  ['DBL_SPAM', 'links'],
  ['RBL_SPAMHAUS_XBL', 'blocklist'],
  ['RCVD_IN_SBL', 'blocklist'],
  ['BAYES_SPAM', 'reported'],
  ['BAYES_99', 'reported'],
  ['FUZZY_DENIED', 'bulk'],
  ['FORGED_SENDER', 'forged'],
  ['MULTIPLE_FROM', 'forged'],
  ['SUBJ_ALL_CAPS', 'subject'],
  ['HFILTER_HELO_NORES_A_OR_MX', 'server'],
  ['RCVD_NO_TLS_LAST', 'server'],
  ['HTML_MESSAGE', 'format'],
  ['GTUBE', 'test'],
] as const)('%s means "%s"', (name, sign) => {
  expect(readSigns([name])).toEqual({ signs: [sign], others: [] });
});

test('each sign is said once, in the order of the filter; a name without words stays a name', () => {
  expect(readSigns(['URIBL_BLACK', 'LOCAL_RULE_7', 'BAYES_SPAM', 'SURBL_MULTI'])).toEqual({
    signs: ['links', 'reported'],
    others: ['LOCAL_RULE_7'],
  });
});
