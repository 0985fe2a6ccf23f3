import { Readable } from 'node:stream';
import { dkimSign } from 'mailauth/lib/dkim/sign.js';

export type DkimKey = { selector: string; privateKey: string };

/** Of these, what the message has. RFC 8058 wants List-Unsubscribe-Post covered with List-Unsubscribe. */
const SIGNED = [
  ...['From', 'Sender', 'Reply-To', 'Subject', 'Date', 'Message-ID', 'To', 'Cc', 'In-Reply-To', 'References'],
  ...['MIME-Version', 'Content-Type', 'Content-Transfer-Encoding', 'Content-ID', 'Content-Description'],
  ...['Resent-Date', 'Resent-From', 'Resent-Sender', 'Resent-To', 'Resent-Cc', 'Resent-Message-ID'],
  ...['List-Id', 'List-Help', 'List-Subscribe', 'List-Post', 'List-Owner', 'List-Archive'],
  ...['List-Unsubscribe', 'List-Unsubscribe-Post', 'BIMI-Selector'],
];

/** The DKIM-Signature fields of a message, for its sender's domain. */
export async function signMessage(
  source: AsyncIterable<Uint8Array>,
  { key, domain, at }: { key: DkimKey; domain: string; at: Date },
): Promise<string> {
  const signature = { signingDomain: domain, selector: key.selector, privateKey: key.privateKey };
  // Its types expect one signature at the top level; the implementation reads the list.
  const { signatures, errors } = await dkimSign(Readable.from(source, { objectMode: false }), {
    ...signature,
    canonicalization: 'relaxed/relaxed',
    signTime: at,
    headerList: SIGNED,
    signatureData: [signature],
  });
  const [fault] = errors;
  if (fault) throw new Error(`The message could not be signed: ${fault.err?.message ?? 'unknown fault'}`);
  return signatures;
}
