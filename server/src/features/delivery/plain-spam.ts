import type { SenderChecks } from '@bocau/contract/messages.ts';
import type { ParsedMail } from '../../platform/mime/parsed-mail.ts';

type Looked = Pick<ParsedMail, 'fromFields' | 'authors' | 'searchText'> & {
  attachments: { name: string; contentType: string }[];
};

/** The text with which every spam filter can be tried out. */
const GTUBE = 'XJS*C4JDBQADN1.NSBN3*2IDNEN*GTUBE-STANDARD-ANTI-UBE-TEST-EMAIL*C.34X';

/** A document's ending before a program's, also one that was written backwards to be read from the right. */
const DOUBLE_ENDING =
  /(?:\.(?:pdf|docx?|xlsx?|pptx?|rtf|txt|csv|jpe?g|png|gif|mp[34]|zip|rar|html?)|fdp|x?cod|x?slx|x?tpp|gpj|gnp)[\s._-]*\.(?:exe|scr|com|pif|bat|cmd|jse?|vb[se]|ws[fh]|hta|lnk|cpl|msi|ps1|jar)$/i;
const PROGRAM = /\.(?:exe|scr|pif|hta|lnk|cpl)$/i;
const DOCUMENT_TYPE = /^(?:image|audio|video)\/|^application\/(?:pdf|msword|vnd\.(?:ms-|openxmlformats-))/i;

/**
 * The plain cases, for where no filter has looked. Each is enough by itself, so that each has no honest reading. The
 * names are rspamd's where it knows the same, so that one explanation serves both.
 */
const SIGNS: { name: string; found(mail: Looked, checks: SenderChecks | null): boolean }[] = [
  { name: 'GTUBE', found: ({ searchText }) => searchText.includes(GTUBE) },
  { name: 'DISGUISED_PROGRAM', found: ({ attachments }) => attachments.some(isDisguised) },
  // RFC 5322 section 3.6 has one such field; readers differ in which of several they show.
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

/** The domain's owner asks to keep such mail away from people. What DNS did not answer may still have proved it. */
function isUnwanted({ spf, dkim, dmarc }: SenderChecks): boolean {
  const isCertain = [spf, ...dkim].every(({ result }) => result !== 'temperror');
  return isCertain && dmarc.result === 'fail' && (dmarc.policy === 'reject' || dmarc.policy === 'quarantine');
}
