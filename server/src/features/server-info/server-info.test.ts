import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { XMLParser } from 'fast-xml-parser';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readMailService } from '../../config/read-mail-service.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { contactsAddress } from './contacts-server.ts';

const LAN_ANH = 'lan.anh@saomai.example';
const OURS = 'smtp://mail.saomai.example:587,smtps://mail.saomai.example:465';
const WITH_IMAP = `${OURS},imaps://imap.saomai.example:993,pop3s://imap.saomai.example:995`;

const xml = (text: string) => new XMLParser({ ignoreAttributes: false }).parse(text);

async function serving(services: string): Promise<TestServer> {
  return startTestServer({ env: { MAIL_SERVICES: services, PUBLIC_URL: 'https://thu.saomai.example' } });
}

const OUTLOOK = 'Microsoft Office/16.0 (Windows NT 10.0; MAPI 16.0.10344; Pro)';
const outlookRequest = (address: string, before = '') =>
  `<?xml version="1.0" encoding="utf-8"?>${before}<Autodiscover xmlns="http://schemas.microsoft.com/exchange/autodiscover/outlook/requestschema/2006"><Request><EMailAddress>${address}</EMailAddress><AcceptableResponseSchema>http://schemas.microsoft.com/exchange/autodiscover/outlook/responseschema/2006a</AcceptableResponseSchema></Request></Autodiscover>`;

describe('where mail can be fetched and sent', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await serving(WITH_IMAP);
  });
  afterAll(() => server.close());

  const postOutlook = (body: string, path = '/autodiscover/autodiscover.xml') =>
    fetch(`${server.baseUrl}${path}`, { method: 'POST', headers: { 'content-type': 'text/xml' }, body });

  test('SI-1 the screen is told what is served, and by which name one signs in', async () => {
    const client = await server.signIn(LAN_ANH);
    expect((await client.getServerInfo({})).data).toEqual({
      username: LAN_ANH,
      services: [
        { protocol: 'smtp', host: 'mail.saomai.example', port: 587, encryption: 'starttls' },
        { protocol: 'smtp', host: 'mail.saomai.example', port: 465, encryption: 'tls' },
        { protocol: 'imap', host: 'imap.saomai.example', port: 993, encryption: 'tls' },
        { protocol: 'pop3', host: 'imap.saomai.example', port: 995, encryption: 'tls' },
      ],
      contacts: 'https://thu.saomai.example/dav/',
      office_editor: false,
    });
  });

  test.each([
    `/.well-known/autoconfig/mail/config-v1.1.xml?emailaddress=${encodeURIComponent(LAN_ANH)}`,
    `/mail/config-v1.1.xml?emailaddress=${encodeURIComponent(LAN_ANH)}`,
    `/v1.1/mail/config-v1.1.xml?emailaddress=${LAN_ANH}`,
  ])('SI-1 Thunderbird is told the same at %s', async (path) => {
    const answer = await fetch(server.baseUrl + path);
    expect(answer.headers.get('content-type')).toBe('text/xml; charset=utf-8');
    const { emailProvider, addressBook, calendar } = xml(await answer.text()).clientConfig;
    expect(addressBook).toEqual({
      ...{ '@_type': 'carddav', username: '%EMAILADDRESS%', authentication: 'http-basic' },
      serverURL: 'https://thu.saomai.example/dav/',
    });
    expect(calendar).toEqual({
      ...{ '@_type': 'caldav', username: '%EMAILADDRESS%', authentication: 'http-basic' },
      serverURL: 'https://thu.saomai.example/dav/',
    });
    expect(emailProvider).toMatchObject({ '@_id': 'saomai.example', domain: 'saomai.example' });
    expect(emailProvider.outgoingServer).toMatchObject([
      { hostname: 'mail.saomai.example', port: 587, socketType: 'STARTTLS', username: '%EMAILADDRESS%' },
      { hostname: 'mail.saomai.example', port: 465, socketType: 'SSL' },
    ]);
    expect(emailProvider.incomingServer).toMatchObject([
      { '@_type': 'imap', hostname: 'imap.saomai.example', port: 993, socketType: 'SSL' },
      { '@_type': 'pop3', port: 995 },
    ]);
  });

  test.each([
    '/autodiscover/autodiscover.xml',
    '/Autodiscover/Autodiscover.xml',
    '/AutoDiscover/AutoDiscover.XML',
  ])('SI-1 Outlook is told the same at %s', async (path) => {
    const answer = await postOutlook(outlookRequest(LAN_ANH), path);
    expect(answer.status).toBe(200);
    const { Account } = xml(await answer.text()).Autodiscover.Response;
    expect(Account).toMatchObject({ AccountType: 'email', Action: 'settings' });
    expect(Account.Protocol).toMatchObject([
      { Type: 'SMTP', Server: 'mail.saomai.example', Port: 587, SSL: 'off', Encryption: 'TLS' },
      { Type: 'SMTP', Port: 465, SSL: 'on', Encryption: 'SSL' },
      { Type: 'IMAP', Server: 'imap.saomai.example', Port: 993, LoginName: LAN_ANH, SSL: 'on' },
      { Type: 'POP3', Port: 995 },
    ]);
  });

  // As logged by others: mailcow/mailcow-dockerized issue 2653, gronke/email-autodiscover issue 4, mjl-/mox issue 200.
  test.each([
    `/autodiscover/autodiscover.json?Email=${encodeURIComponent(LAN_ANH)}&Protocol=Autodiscoverv1&RedirectCount=1`,
    `/autodiscover/autodiscover.json/v1.0/${LAN_ANH}?Protocol=Autodiscoverv1&RedirectCount=1`,
    `/AutoDiscover/AutoDiscover.json?email=${LAN_ANH}&protocol=AutodiscoverV1`,
  ])('SI-1 Outlook 2016 and later are led to the same at %s', async (path) => {
    // Whatever the request calls us: an answer may be kept by what lies between.
    const headers = { 'user-agent': OUTLOOK, host: 'xau.example' };
    const [answer] = (await once(get(server.baseUrl + path, { headers }), 'response')) as [IncomingMessage];
    expect(answer.statusCode).toBe(200);
    expect(JSON.parse(await text(answer))).toEqual({
      Protocol: 'AutodiscoverV1',
      Url: 'https://thu.saomai.example/autodiscover/autodiscover.xml',
    });
  });

  test('SI-1 a telephone that looks for ActiveSync hears that there is none', async () => {
    const query = `Email=${encodeURIComponent(LAN_ANH)}&Protocol=ActiveSync&RedirectCount=1`;
    const answer = await fetch(`${server.baseUrl}/autodiscover/autodiscover.json?${query}`);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ ErrorCode: 'InvalidProtocol' });
    // The request of MS-ASCMD 4.2.1.
    const body = outlookRequest(LAN_ANH).replaceAll(/autodiscover\/outlook/g, 'autodiscover/mobilesync');
    const { Response } = xml(await (await postOutlook(body)).text()).Autodiscover;
    expect(Response.Error).toMatchObject({ ErrorCode: 601 });
  });

  test('SI-1 what Outlook says besides the address changes nothing, and looking by GET is no request', async () => {
    // Headers of MS-OXDSCLI 2.2.2, and the order and line ends of older versions.
    const headers = {
      ...{ 'content-type': 'text/xml; charset=utf-8', 'user-agent': OUTLOOK, 'x-mapihttpcapability': '1' },
      'x-clientcanhandle': 'Negotiate, ExHttpInfo',
    };
    const body = outlookRequest(LAN_ANH)
      .replace('<Request>', '<Request><LegacyDN>/o=x/ou=y/cn=z</LegacyDN>')
      .replaceAll('><', '>\r\n  <');
    const path = `${server.baseUrl}/AutoDiscover/AutoDiscover.xml`;
    const answer = await fetch(path, { method: 'POST', headers, body });
    expect(xml(await answer.text()).Autodiscover.Response.Account.Protocol).toHaveLength(4);
    const looked = await fetch(path, { headers });
    expect(xml(await looked.text()).Autodiscover.Response.Error).toMatchObject({ ErrorCode: 600 });
  });

  // Thunderbird for Android (modoboa/modoboa pull request 3805).
  test('SI-1 without an address the domain is that of the host', async () => {
    const [asked] = (await once(
      get(`${server.baseUrl}/mail/config-v1.1.xml`, { headers: { host: 'autoconfig.saomai.example' } }),
      'response',
    )) as [IncomingMessage];
    const { emailProvider } = xml(await text(asked)).clientConfig;
    expect(emailProvider).toMatchObject({ domain: 'saomai.example' });
    expect(emailProvider.outgoingServer).toMatchObject([{ username: '%EMAILADDRESS%' }, {}]);
  });

  test('SI-1 an iPhone is told the same, as a profile that takes the place of the one before', async () => {
    const fetchProfile = () => fetch(`${server.baseUrl}/mail/apple.mobileconfig?emailaddress=${LAN_ANH}`);
    const answer = await fetchProfile();
    expect(answer.headers.get('content-type')).toBe('application/x-apple-aspen-config');
    const profile = await answer.text();
    expect(profile).toContain('<key>IncomingMailServerHostName</key>\n<string>imap.saomai.example</string>');
    expect(profile).toContain('<key>OutgoingMailServerPortNumber</key>\n<integer>587</integer>');
    for (const protocol of ['CardDAV', 'CalDAV']) {
      expect(profile).toContain(`<string>com.apple.${protocol.toLowerCase()}.account</string>`);
      expect(profile).toContain(`<key>${protocol}HostName</key>\n<string>thu.saomai.example</string>`);
    }
    expect(profile).not.toContain('Password</key>\n<string>');
    expect(xml(profile).plist.dict).toBeDefined();
    expect(await (await fetchProfile()).text()).toBe(profile);
  });

  test('what is asked with is never followed or repeated unescaped', async () => {
    const entity = '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>';
    expect((await postOutlook(outlookRequest('&x;@saomai.example', entity))).status).toBe(400);
    expect((await postOutlook(outlookRequest(LAN_ANH, entity))).status).toBe(400);
    expect((await postOutlook(outlookRequest('không phải địa chỉ'))).status).toBe(400);
    expect((await postOutlook('<'.repeat(20_000))).status).toBe(413);
    const odd = await postOutlook(outlookRequest("lan'anh@saomai.example"));
    expect(await odd.text()).toContain('lan&apos;anh@saomai.example');
    const hurtful = encodeURIComponent('<b>@saomai.example');
    const answer = await fetch(`${server.baseUrl}/mail/config-v1.1.xml?emailaddress=${hurtful}`);
    expect(answer.status).toBe(400);
  });

  test('who has no mailbox here gets the same answer', async () => {
    const ask = async (address: string) =>
      (await (await postOutlook(outlookRequest(address))).text()).replaceAll(address, 'ADDRESS');
    expect(await ask('khong.co@saomai.example')).toBe(await ask(LAN_ANH));
  });
});

test('SI-1 without a server for incoming mail there is no profile, and none is listed', async () => {
  const server = await serving(OURS);
  try {
    const profile = await fetch(`${server.baseUrl}/mail/apple.mobileconfig?emailaddress=${LAN_ANH}`);
    expect(profile.status).toBe(404);
    const config = await fetch(`${server.baseUrl}/mail/config-v1.1.xml?emailaddress=${LAN_ANH}`);
    expect(await config.text()).not.toContain('incomingServer');
  } finally {
    await server.close();
  }
});

test.each([
  'http://mail.example.com:587',
  'smtp://mail.example.com',
  'smtp://user:secret@mail.example.com:587',
  'smtp://mail.example.com:587/path',
  'mail.example.com:587',
])('%s is no service', (text) => {
  expect(readMailService(text)).toBeNull();
});

test.each([
  ['http://127.0.0.1:8080', 'http://127.0.0.1:8080/dav/'],
  ['http://[::1]:8080', 'http://[::1]:8080/dav/'],
  ['http://mail.saomai.example', null],
  ['https://mail.saomai.example:8443/thu/', 'https://mail.saomai.example:8443/dav/'],
])('SI-1 the address of contacts is named where it takes passwords: of %s', (publicUrl, address) => {
  expect(contactsAddress(publicUrl)).toBe(address);
});

test('SI-1 contacts are in no file where the site is not encrypted', async () => {
  const server = await startTestServer({ env: { MAIL_SERVICES: WITH_IMAP } });
  try {
    const config = await fetch(`${server.baseUrl}/mail/config-v1.1.xml?emailaddress=${LAN_ANH}`);
    expect(await config.text()).not.toMatch(/carddav|caldav/);
    const profile = await fetch(`${server.baseUrl}/mail/apple.mobileconfig?emailaddress=${LAN_ANH}`);
    expect(await profile.text()).not.toMatch(/CardDAV|CalDAV/);
  } finally {
    await server.close();
  }
});
