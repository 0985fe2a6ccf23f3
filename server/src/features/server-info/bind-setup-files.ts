import { isValidAddress } from '@bocau/contract/address.ts';
import type { MailService } from '@bocau/contract/server-info.ts';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { Failure } from '../../platform/failure.ts';
import { appleProfile, autoconfig, autodiscover } from './setup-files.ts';

type Asked = { Querystring: { emailaddress?: string } };

const AUTOCONFIG = ['/.well-known/autoconfig/mail/config-v1.1.xml', '/mail/config-v1.1.xml'];
const APPLE_PROFILE = '/mail/apple.mobileconfig';
/** Versions of Outlook write it in capitals of their own. */
const AUTODISCOVER = `/:folder(^${inAnyCase('autodiscover')}$)/:file(^${inAnyCase('autodiscover')}\\.${inAnyCase('xml')}$)`;
const LARGEST_REQUEST = 16 * 1024;

/**
 * Files by which mail programs set themselves up. Whoever asks gets the same answer for every address, so that nothing is
 * learned of who has a mailbox here.
 */
export function bindSetupFiles(app: FastifyInstance, services: readonly MailService[]): void {
  if (services.length === 0) return;
  const send = (reply: FastifyReply, type: string, content: string) =>
    reply.headers({ 'content-type': type, 'cache-control': 'no-store' }).send(content);

  for (const path of AUTOCONFIG) {
    app.get<Asked>(path, (request, reply) => {
      const address = addressOf(
        request.query.emailaddress ?? `user@${request.hostname.replace(/^autoconfig\./, '')}`,
      );
      return send(reply, 'text/xml; charset=utf-8', autoconfig({ address, services }));
    });
  }

  app.get<Asked>(APPLE_PROFILE, (request, reply) => {
    const profile = appleProfile({ address: addressOf(request.query.emailaddress), services });
    if (profile === null) throw new Failure('not_found', 'No server here lets programs fetch mail');
    reply.header('content-disposition', 'attachment; filename="bocau.mobileconfig"');
    return send(reply, 'application/x-apple-aspen-config; charset=utf-8', profile);
  });

  app.register((outlook, _options, ready) => {
    outlook.addContentTypeParser(
      ['text/xml', 'application/xml'],
      { parseAs: 'string', bodyLimit: LARGEST_REQUEST },
      (_request, body, done) => done(null, body),
    );
    outlook.post(AUTODISCOVER, (request, reply) =>
      send(
        reply,
        'text/xml; charset=utf-8',
        autodiscover({ address: addressOf(addressIn(request.body)), services }),
      ),
    );
    ready();
  });
}

/**
 * The one field that is needed of what Outlook sends. Nothing is expanded or followed: with a declaration of its own it
 * is no request of Outlook's.
 */
function addressIn(body: unknown): string | undefined {
  if (typeof body !== 'string' || body.includes('<!')) return undefined;
  return /<(?:\w+:)?EMailAddress>([^<&]{3,320})<\//i.exec(body)?.[1]?.trim();
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
