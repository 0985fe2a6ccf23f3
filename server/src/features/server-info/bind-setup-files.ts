import { isValidAddress } from '@bocau/contract/address.ts';
import type { MailService } from '@bocau/contract/server-info.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Failure } from '../../platform/failure.ts';
import { sendAppleProfile } from '../../platform/http/send-apple-profile.ts';
import type { Signer } from '../../platform/tls/open-signer.ts';
import { contactsServer } from './contacts-server.ts';
import { appleProfile, autoconfig, autodiscover, autodiscoverError } from './setup-files.ts';

type Asked = { Querystring: { emailaddress?: string } };
type AskedWhere = { Params: { file: string }; Querystring: Record<string, string | string[]> };

/** The last one is what Nine on Android asks for (wdes/mail-autodiscover-autoconfig, issue 4). */
const AUTOCONFIG = [
  '/.well-known/autoconfig/mail/config-v1.1.xml',
  '/mail/config-v1.1.xml',
  '/v1.1/mail/config-v1.1.xml',
];
const APPLE_PROFILE = '/mail/apple.mobileconfig';
/** Versions of Outlook write it in capitals of their own. */
const FOLDER = `/:folder(^${inAnyCase('autodiscover')}$)`;
const AUTODISCOVER = `${FOLDER}/:file(^${inAnyCase('autodiscover')}\\.(?:${inAnyCase('xml')}|${inAnyCase('json')})$)`;
/** The kind of answer that mail programs want; the other ones are for calendars and telephones over ActiveSync. */
const MAIL_SCHEMA = '/outlook/responseschema/';
const LARGEST_REQUEST = 16 * 1024;

type SetUp = {
  services: readonly MailService[];
  /** What the site is called: the Host of a request is the client's choice. */
  publicUrl: string;
  signer: Signer;
};

/**
 * Files by which mail programs set themselves up. Whoever asks gets the same answer for every address, so that nothing is
 * learned of who has a mailbox here.
 */
export function bindSetupFiles(app: FastifyInstance, { services, publicUrl, signer }: SetUp): void {
  if (services.length === 0) return;
  // Outlook asks by https alone.
  const where = `https://${new URL(publicUrl).host}/autodiscover/autodiscover.xml`;
  const contacts = contactsServer(publicUrl);
  const send = (reply: FastifyReply, type: string, content: string) =>
    reply.headers({ 'content-type': type, 'cache-control': 'no-store' }).send(content);

  for (const path of AUTOCONFIG) {
    app.get<Asked>(path, (request, reply) => {
      const address = addressOf(
        request.query.emailaddress ?? `user@${request.hostname.replace(/^autoconfig\./, '')}`,
      );
      return send(reply, 'text/xml; charset=utf-8', autoconfig({ address, services, contacts }));
    });
  }

  app.get<Asked>(APPLE_PROFILE, (request, reply) => {
    const profile = appleProfile({ address: addressOf(request.query.emailaddress), services, contacts });
    if (profile === null) throw new Failure('not_found', 'No server here lets programs fetch mail');
    return sendAppleProfile(reply, signer, profile);
  });

  // Outlook looks by GET whether there is anything, and since 2016 asks first where to ask.
  app.get<AskedWhere>(AUTODISCOVER, (request, reply) =>
    /json$/i.test(request.params.file)
      ? answerWhere(request, reply, where)
      : send(reply, 'text/xml; charset=utf-8', autodiscoverError('invalid_request')),
  );
  app.get<AskedWhere>(`${AUTODISCOVER}/v1.0/:address`, (request, reply) =>
    answerWhere(request, reply, where),
  );

  app.register((outlook, _options, ready) => {
    outlook.addContentTypeParser(
      ['text/xml', 'application/xml'],
      { parseAs: 'string', bodyLimit: LARGEST_REQUEST },
      (_request, body, done) => done(null, body),
    );
    outlook.post(AUTODISCOVER, (request, reply) => {
      const address = addressOf(textIn(request.body, 'EMailAddress'));
      const schema = textIn(request.body, 'AcceptableResponseSchema') ?? MAIL_SCHEMA;
      const answer = schema.toLowerCase().includes(MAIL_SCHEMA)
        ? autodiscover({ address, services })
        : autodiscoverError('unknown_provider');
      return send(reply, 'text/xml; charset=utf-8', answer);
    });
    ready();
  });
}

/** Where an address is asked about; named in the query as the program likes to write it. */
function answerWhere(request: FastifyRequest<AskedWhere>, reply: FastifyReply, Url: string): FastifyReply {
  const [, protocol] =
    Object.entries(request.query).find(([name]) => name.toLowerCase() === 'protocol') ?? [];
  reply.header('cache-control', 'no-store');
  if (String(protocol).toLowerCase() !== 'autodiscoverv1') {
    const ErrorMessage = 'Only AutodiscoverV1 is served';
    return reply.code(400).send({ ErrorCode: 'InvalidProtocol', ErrorMessage });
  }
  return reply.send({ Protocol: 'AutodiscoverV1', Url });
}

/**
 * A field of what Outlook sends. Nothing is expanded or followed: with a declaration of its own it is no request of
 * Outlook's.
 */
function textIn(body: unknown, element: 'EMailAddress' | 'AcceptableResponseSchema'): string | undefined {
  if (typeof body !== 'string' || body.includes('<!')) return undefined;
  const pattern = `<(?:\\w+:)?${element}(?:\\s[^<>]*)?>([^<&]{3,320})</`;
  return new RegExp(pattern, 'i').exec(body)?.[1]?.trim();
}

function addressOf(given: string | undefined): string {
  if (given === undefined || !isValidAddress(given)) {
    throw new Failure('invalid_input', 'An email address is needed');
  }
  return given;
}

function inAnyCase(word: string): string {
  return word.replace(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`);
}
