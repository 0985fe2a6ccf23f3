import type { SenderChecks } from '@bocau/contract/messages.ts';
import type { ParsedMail } from '../../platform/mime/parsed-mail.ts';

type Looked = Pick<ParsedMail, 'fromFields' | 'authors' | 'searchText'> & {
  attachments: { name: string; contentType: string }[];
};

/** The standard test text for spam filters. */
const GTUBE = 'XJS*C4JDBQADN1.NSBN3*2IDNEN*GTUBE-STANDARD-ANTI-UBE-TEST-EMAIL*C.34X';

/** A document's extension before a program's, also reversed and displayed right-to-left. */
const DOUBLE_ENDING =
  /(?:\.(?:pdf|docx?|xlsx?|pptx?|rtf|txt|csv|jpe?g|png|gif|mp[34]|zip|rar|html?)|fdp|x?cod|x?slx|x?tpp|gpj|gnp)[\s._-]*\.(?:exe|scr|com|pif|bat|cmd|jse?|vb[se]|ws[fh]|hta|lnk|cpl|msi|ps1|jar)$/i;
const PROGRAM = /\.(?:exe|scr|pif|hta|lnk|cpl)$/i;
const DOCUMENT_TYPE = /^(?:image|audio|video)\/|^application\/(?:pdf|msword|vnd\.(?:ms-|openxmlformats-))/i;

/**
 * The obvious cases, for installations without a filter. Each is sufficient alone, so each must have no
 * legitimate explanation. The names are rspamd's where it has the same rule, so that one explanation serves
 * both.
 */
const SIGNS: { name: string; found(mail: Looked, checks: SenderChecks | null): boolean }[] = [
  { name: 'GTUBE', found: ({ searchText }) => searchText.includes(GTUBE) },
  { name: 'DISGUISED_PROGRAM', found: ({ attachments }) => attachments.some(isDisguised) },
  // RFC 5322 section 3.6 allows one such field; clients differ in which of several they show.
  { name: 'MULTIPLE_FROM', found: ({ fromFields, authors }) => fromFields > 1 && authors.length > 1 },
  { name: 'DMARC_POLICY_FAILED', found: (_mail, checks) => checks !== null && isUnwanted(checks) },
];

export function findPlainSpam(mail: Looked, checks: SenderChecks | null): string[] {
  return SIGNS.filter((sign) => sign.found(mail, checks)).map(({ name }) => name);
}

function isDisguised({ name, contentType }: { name: string; contentType: string }): boolean {
  const ending = name.trim();
  return DOUBLE_ENDING.test(ending) || (PROGRAM.test(ending) && DOCUMENT_TYPE.test(contentType));
}

/**
 * The domain's DMARC policy asks to reject or quarantine such mail. Where DNS did not answer, it may still be
 * legitimate.
 */
function isUnwanted({ spf, dkim, dmarc }: SenderChecks): boolean {
  const isCertain = [spf, ...dkim].every(({ result }) => result !== 'temperror');
  return isCertain && dmarc.result === 'fail' && (dmarc.policy === 'reject' || dmarc.policy === 'quarantine');
}
