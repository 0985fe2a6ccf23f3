import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lanAnh } from '../../demo-world/people.ts';
import { connectImap } from '../../test-kit/imap-client.ts';
import { appendMessage, rawMessage, signInImap } from '../../test-kit/imap-person.ts';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';

let server: TestServer;
let an: NewPerson;

beforeAll(async () => {
  server = await startTestServer({ env: { ROLES: 'http,imap' } });
  an = await newPerson(server);
  const program = await signInImap(server, an);
  for (const subject of ['Một', 'Hai', 'Ba']) await appendMessage(program, rawMessage(subject));
});
afterAll(() => server.close());

const plain = () => Buffer.from(`\0${an.email}\0${lanAnh.password}`).toString('base64');
const login = () => `LOGIN "${an.email}" "${lanAnh.password}"`;

/**
 * What programs that no test can drive are known to say after they have connected, written down from their dialogues;
 * what needs an answer of another command first is said as that answer would be here.
 */
const DIALOGUES: { [program: string]: (() => string)[] } = {
  'Apple Mail on iOS': [
    () => 'CAPABILITY',
    () => `AUTHENTICATE PLAIN ${plain()}`,
    () => 'CAPABILITY',
    () => 'ID ("name" "iPhone Mail" "version" "22A3354" "os" "iOS" "os-version" "18.0 (22A3354)")',
    () => 'NAMESPACE',
    () => 'ENABLE CONDSTORE',
    () => 'LIST "" ""',
    () => 'LIST "" "*"',
    () => 'LIST "" "*" RETURN (SPECIAL-USE)',
    () => 'STATUS "INBOX" (MESSAGES UIDNEXT UIDVALIDITY UNSEEN HIGHESTMODSEQ)',
    () => 'SELECT "INBOX" (CONDSTORE)',
    () => 'UID SEARCH 1:* NOT DELETED',
    () => 'UID SEARCH RETURN (ALL) 1:* NOT DELETED',
    () => 'UID FETCH 1:3 (FLAGS UID)',
    () =>
      'UID FETCH 1:3 (INTERNALDATE UID RFC822.SIZE FLAGS BODY.PEEK[HEADER.FIELDS (date subject from to cc message-id in-reply-to references content-type x-priority x-uniform-type-identifier x-universally-unique-identifier list-id list-unsubscribe bimi-indicator bimi-location x-bimi-indicator-hash authentication-results dkim-signature)])',
    () => 'UID FETCH 1 (BODYSTRUCTURE BODY.PEEK[HEADER])',
    () => 'UID FETCH 1 (BODY.PEEK[1]<0.65536>)',
    () => 'CHECK',
    () => 'LOGOUT',
  ],
  'Apple Mail on macOS': [
    () => 'CAPABILITY',
    () => 'ID ("name" "Mac OS X Mail" "version" "16.0" "os" "Mac OS X" "vendor" "Apple Inc.")',
    () => login(),
    () => 'ENABLE QRESYNC CONDSTORE',
    () => 'GETQUOTAROOT "INBOX"',
    () => 'LSUB "" "*"',
    () => 'LIST "" "%" RETURN (CHILDREN SPECIAL-USE)',
    () => 'SELECT INBOX (CONDSTORE)',
    () => 'UID FETCH 1:* (FLAGS) (CHANGEDSINCE 1)',
    () => 'UID STORE 3 +FLAGS.SILENT ($NotJunk NotJunk)',
    () => 'CLOSE',
    () => 'LOGOUT',
  ],
  Outlook: [
    () => 'CAPABILITY',
    () => 'ID ("name" "Microsoft Outlook" "version" "16.0")',
    () => login(),
    () => 'CAPABILITY',
    () => 'XLIST "" "*"',
    () => 'LIST "" "*"',
    () => 'LSUB "" "*"',
    () => 'SUBSCRIBE "Sent"',
    () => 'NOOP',
    () => 'SELECT "INBOX"',
    () => 'FETCH 1:* (UID FLAGS)',
    () => 'UID FETCH 1:3 (UID FLAGS RFC822.SIZE BODY.PEEK[] INTERNALDATE)',
    () => 'UID FETCH 1:3 (BODY.PEEK[HEADER] ENVELOPE BODYSTRUCTURE)',
    () => 'STATUS "Sent" (UNSEEN MESSAGES RECENT)',
    () => 'CHECK',
    () => 'LOGOUT',
  ],
  'the app of Outlook on a telephone': [
    () => 'ID ("name" "com.microsoft.Outlook" "guid" "x" "TransID" "1")',
    () => `AUTHENTICATE PLAIN ${plain()}`,
    () => 'LIST (SUBSCRIBED) "" "*" RETURN (SPECIAL-USE)',
    () => 'SELECT "INBOX"',
    () => 'UID SEARCH SINCE 1-Nov-2025',
    () => 'UID FETCH 1:3 (UID FLAGS INTERNALDATE RFC822.SIZE ENVELOPE BODYSTRUCTURE)',
    () => 'LOGOUT',
  ],
  'Gmail on Android': [
    () => 'CAPABILITY',
    () =>
      'ID ("name" "com.google.android.gm" "os" "android" "os-version" "14; UP1A" "vendor" "Google" "x-android-device-model" "Pixel 8" "x-android-mobile-net-operator" "Viettel" "AGUID" "x")',
    () => login(),
    () => 'NAMESPACE',
    () => 'LIST "" "*"',
    () => 'SELECT "INBOX"',
    () => 'UID SEARCH 1:3 NOT DELETED',
    () => 'UID SEARCH 1:* SINCE 01-Nov-2025',
    () => 'UID FETCH 1:3 (UID FLAGS)',
    () =>
      'UID FETCH 1:3 (UID FLAGS INTERNALDATE RFC822.SIZE BODY.PEEK[HEADER.FIELDS (date subject from content-type to cc message-id)])',
    () => 'UID FETCH 1 (UID BODYSTRUCTURE)',
    () => 'UID FETCH 1 (UID BODY.PEEK[1])',
    () => 'LOGOUT',
  ],
  'K-9 Mail and Thunderbird on Android': [
    () => 'CAPABILITY',
    () => `AUTHENTICATE PLAIN ${plain()}`,
    () => 'CAPABILITY',
    () => 'COMPRESS NOTHING',
    () => 'NAMESPACE',
    () => 'LIST (SUBSCRIBED) "" "*" RETURN (SPECIAL-USE)',
    () => 'ID ("name" "Thunderbird for Android" "version" "8.0")',
    () => 'EXAMINE INBOX',
    () => 'UID SEARCH 1:* SINCE 1-Nov-2025 NOT DELETED',
    () =>
      'UID FETCH 1:3 (UID FLAGS INTERNALDATE RFC822.SIZE BODY.PEEK[HEADER.FIELDS (date subject from content-type to cc reply-to message-id references in-reply-to list-unsubscribe X-K9mail-Identity Chat-Version)])',
    () => 'UID SEARCH UID 3:* NOT DELETED',
    () => 'LOGOUT',
  ],
  Thunderbird: [
    () => 'capability',
    () => `authenticate PLAIN ${plain()}`,
    () => 'CAPABILITY',
    () => 'ID ("name" "Thunderbird" "version" "128.0")',
    () => 'namespace',
    () => 'enable UTF8=ACCEPT',
    () => 'list (subscribed) "" "*" return (special-use)',
    () => 'list "" "INBOX"',
    () => 'select "INBOX" (CONDSTORE)',
    () => 'getquotaroot "INBOX"',
    () => 'UID fetch 1:* (FLAGS)',
    () =>
      'UID fetch 1:3 (UID RFC822.SIZE FLAGS BODY.PEEK[HEADER.FIELDS (From To Cc Bcc Subject Date Message-ID Priority X-Priority References Newsgroups In-Reply-To Content-Type Reply-To)])',
    () => 'STATUS "Sent" (UIDNEXT MESSAGES UNSEEN RECENT)',
    () => 'UID fetch 1 (UID RFC822.SIZE BODY.PEEK[])',
    () => 'noop',
    () => 'logout',
  ],
};

/** Which commands may be refused: by them a program finds out what there is. */
const MAY_BE_REFUSED = /^COMPRESS NOTHING/;

describe.each(Object.entries(DIALOGUES))('%s', (_program, dialogue) => {
  test('finds what it asks for', async () => {
    const client = await connectImap({ port: server.running.imapPort as number });
    for (const command of dialogue) {
      const text = command();
      const { result } = await client.command(text);
      if (MAY_BE_REFUSED.test(text)) expect(result).toMatch(/^NO /);
      else expect(`${text.slice(0, 40)}: ${result}`).toMatch(/: OK /);
    }
  });
});

test('XLIST names uses as Gmail once did', async () => {
  const program = await signInImap(server, an);
  expect((await program.command('XLIST "" "%"')).untagged).toEqual([
    '* XLIST (\\HasNoChildren \\Inbox) "/" "INBOX"',
    '* XLIST (\\HasNoChildren \\Archive) "/" "Archive"',
    '* XLIST (\\HasNoChildren \\Drafts) "/" "Drafts"',
    '* XLIST (\\HasNoChildren \\Spam) "/" "Junk"',
    '* XLIST (\\HasNoChildren \\Sent) "/" "Sent"',
    '* XLIST (\\HasNoChildren \\Trash) "/" "Trash"',
  ]);
});
