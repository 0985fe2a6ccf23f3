import type SMTPConnection from 'nodemailer/lib/smtp-connection';

/** Private members of nodemailer. */
type Internals = { _sendCommand(line: string, logged?: string): void; _supportedExtensions: string[] };

/**
 * nodemailer requests SMTPUTF8 where an address needs it. A message whose header another program wrote in
 * UTF-8 needs it too, and a strict server would refuse it without. To a server without SMTPUTF8 such a
 * message is sent unchanged: most accept it, and a refusal is reported. Re-encoding it would make it differ
 * from the message in Sent.
 */
export function requestSmtpUtf8(connection: SMTPConnection): void {
  const internals = connection as unknown as Internals;
  const sendCommand = internals._sendCommand.bind(connection);
  internals._sendCommand = (line, logged) => {
    const asks = line.startsWith('MAIL FROM:') && !/ SMTPUTF8(?= |$)/.test(line) && takesUtf8(connection);
    sendCommand(asks ? `${line} SMTPUTF8` : line, logged);
  };
}

export function takesUtf8(connection: SMTPConnection): boolean {
  return (connection as unknown as Internals)._supportedExtensions.includes('SMTPUTF8');
}

const HEADER_READ = 256 * 1024;

/** Whether the header of a message has non-ASCII bytes: `encoded-word`s have none. */
export async function hasUtf8Header(source: AsyncIterable<Uint8Array>): Promise<boolean> {
  let header = Buffer.alloc(0);
  for await (const piece of source) {
    header = Buffer.concat([header, piece]);
    const end = header.indexOf('\r\n\r\n');
    if (end !== -1) header = header.subarray(0, end);
    if (end !== -1 || header.length >= HEADER_READ) break;
  }
  return header.some((byte) => byte >= 0x80);
}
