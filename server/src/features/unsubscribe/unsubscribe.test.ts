import { Readable } from 'node:stream';
import type { ApiError } from '@bocau/contract/client.ts';
import type { SenderChecks } from '@bocau/contract/messages.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { OutboundRequest } from '../../platform/outbound/guarded-fetch.ts';
import { OutboundError } from '../../platform/outbound/outbound-error.ts';
import { addMember, clientIn } from '../../test-kit/add-member.ts';
import { fileMail } from '../../test-kit/file-mail.ts';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { unsubscribeInOneClick } from './unsubscribe-in-one-click.ts';

let server: TestServer;
let person: NewPerson;
let sent: OutboundRequest[];

beforeAll(async () => {
  server = await startTestServer();
  person = await newPerson(server);
});
afterAll(() => server.close());
beforeEach(() => {
  sent = [];
});

function checks(...results: SenderChecks['dkim'][number]['result'][]): SenderChecks {
  return {
    spf: { result: 'pass', domain: 'ban-tin.example' },
    dkim: results.map((result) => ({ result, domain: 'ban-tin.example', selector: 's', aligned: true })),
    dmarc: { result: 'pass', policy: null, domain: null },
    arc: { result: 'none' },
  };
}

type Offer = { url: string | null; mailto: string | null; oneClick: boolean };
const OFFER: Offer = { url: 'https://ban-tin.example/u?id=1', mailto: null, oneClick: true };

function storeNewsletter(unsubscribe: Offer | null, senderChecks: SenderChecks | null): Promise<string> {
  return fileMail(server.context, person.mailbox, {
    senderChecks,
    headers: { to: [], cc: [], bcc: [], replyTo: [], unsubscribe },
  });
}

function click(message: string, answer: number | OutboundError) {
  const deps = {
    ...server.context,
    guardedFetch: async (request: OutboundRequest) => {
      sent.push(request);
      if (typeof answer !== 'number') throw answer;
      return { status: answer, headers: {}, body: Readable.from(['cảm ơn']) };
    },
  };
  return unsubscribeInOneClick(deps, person.mailbox, message);
}

describe('unsubscribing in one click', () => {
  test.each([
    [200, 'done'],
    [204, 'done'],
    [302, 'failed'],
    [404, 'failed'],
    [500, 'failed'],
    [new OutboundError('refused', 'not a public address'), 'failed'],
    [new OutboundError('too_many_redirects', 'redirected'), 'failed'],
  ] as const)('answered with %s is %s', async (answer, outcome) => {
    const message = await storeNewsletter(OFFER, checks('fail', 'pass'));
    expect(await click(message, answer)).toBe(outcome);
    expect(sent).toMatchObject([
      {
        url: OFFER.url,
        method: 'POST',
        body: 'List-Unsubscribe=One-Click',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        redirects: 0,
      },
    ]);
  });

  test.each([
    ['offers nothing', null, checks('pass')],
    ['does not offer one click', { ...OFFER, oneClick: false }, checks('pass')],
    ['has only a mail address', { ...OFFER, url: null, mailto: 'u@ban-tin.example' }, checks('pass')],
    ['has an address without encryption', { ...OFFER, url: 'http://ban-tin.example/u' }, checks('pass')],
    ['has no address that can be read', { ...OFFER, url: 'https://' }, checks('pass')],
    ['is not signed', OFFER, checks()],
    ['has a bad signature', OFFER, checks('fail', 'temperror')],
    ['was not checked', OFFER, null],
  ])('is refused for a message that %s', async (_what, offer, senderChecks) => {
    const message = await storeNewsletter(offer, senderChecks);
    await expect(click(message, 200)).rejects.toMatchObject({ code: 'unsubscribe_not_offered' });
    await expect(person.client.unsubscribe({ params: { id: message } })).rejects.toMatchObject({
      status: 400,
      code: 'unsubscribe_not_offered',
    });
    expect(sent).toEqual([]);
  });

  test('is for messages of one’s own', async () => {
    const message = await storeNewsletter(OFFER, checks('pass'));
    const other = await newPerson(server);
    await expect(other.client.unsubscribe({ params: { id: message } })).rejects.toMatchObject({
      code: 'message_not_found',
    });
  });

  test('NS-15 is done in the name of a mailbox only by who may answer for it', async () => {
    const message = await storeNewsletter(OFFER, checks('pass'));
    const params = { id: message };
    for (const [rights, outcome] of [
      [['read'], 'forbidden'],
      [['read', 'organise'], 'forbidden'],
      [['read', 'organise', 'answer'], 'failed'],
    ] as const) {
      const member = await newPerson(server);
      await addMember(server, { of: person, who: member, rights: [...rights] });
      const call = clientIn(server, member, person.email).unsubscribe({ params });
      const got = await call.then(
        ({ data }) => data.outcome,
        (error: ApiError) => error.code,
      );
      expect([rights, got]).toEqual([rights, outcome]);
    }
  });

  test('goes through the guard: what no test may reach is failed, not an error', async () => {
    const message = await storeNewsletter(OFFER, checks('pass'));
    const { data } = await person.client.unsubscribe({ params: { id: message } });
    expect(data).toEqual({ outcome: 'failed' });
  });
});
