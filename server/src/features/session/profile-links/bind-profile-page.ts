import { PROFILE_PAGE } from '@bocau/contract/app-passwords.ts';
import type { Limit } from '@bocau/contract/endpoint.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Failure } from '../../../platform/failure.ts';
import { type GuestPage, sendGuestPage } from '../../../platform/http/guest-page.ts';
import { isFromOwnSite } from '../../../platform/http/own-site.ts';
import { type PageLanguage, pageLanguage } from '../../../platform/http/page-language.ts';
import { type RateLimits, secondsToWaitFor } from '../../../platform/http/rate-limit.ts';
import { sendAppleProfile } from '../../../platform/http/send-apple-profile.ts';
import type { Signer } from '../../../platform/tls/open-signer.ts';
import type { ProfileLinkDeps } from './make-profile-link.ts';
import { downloadPage, gonePage, tooManyPage } from './profile-pages.ts';
import { PROFILE_WORDS } from './profile-words.ts';
import { useProfileLink } from './use-profile-link.ts';

type ProfilePageDeps = ProfileLinkDeps & { limits: RateLimits; publicUrl: string; signer: Signer };
type Asked = FastifyRequest<{ Querystring: { lang?: string } }>;

const LIMIT: Limit = { name: 'fetching profiles', count: 60, perSeconds: 60, by: 'address' };
const LARGEST_FORM = 1024;
const LONGEST_TOKEN = 100;

/** The page of a profile's link, for a device where nobody is signed in: the token is all that opens it. */
export function bindProfilePage(app: FastifyInstance, deps: ProfilePageDeps): void {
  app.route<{ Querystring: { lang?: string } }>({
    method: ['GET', 'HEAD'],
    url: PROFILE_PAGE,
    handler(request, reply) {
      const language = languageOf(request);
      const query = request.query.lang === language ? `?lang=${language}` : '';
      const page = downloadPage(PROFILE_WORDS[language], query);
      const switchTo = `${PROFILE_PAGE}?lang=${language === 'vi' ? 'en' : 'vi'}`;
      return send(reply, { ...page, language, switchTo });
    },
  });

  app.register((room, _options, ready) => {
    room.removeAllContentTypeParsers();
    room.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: LARGEST_FORM },
      (_request, body, done) => done(null, new URLSearchParams(body as string)),
    );
    room.post<{ Querystring: { lang?: string } }>(PROFILE_PAGE, (request, reply) =>
      answerForm(deps, request, reply),
    );
    ready();
  });
}

async function answerForm(deps: ProfilePageDeps, request: Asked, reply: FastifyReply): Promise<FastifyReply> {
  // Another site could have somebody install its own mailbox here.
  if (!isFromOwnSite(request, deps.publicUrl)) {
    throw new Failure('forbidden', 'This request is only accepted from this site');
  }
  const language = languageOf(request);
  const words = PROFILE_WORDS[language];
  const wait = secondsToWaitFor(deps.limits, LIMIT, request.ip);
  if (wait > 0) {
    reply.header('retry-after', String(wait));
    return send(reply, { ...tooManyPage(words), language, switchTo: null });
  }
  const { body } = request;
  const token = body instanceof URLSearchParams ? (body.get('link') ?? '').slice(0, LONGEST_TOKEN) : '';
  const content = await useProfileLink(deps, token);
  const profile = content && deps.profileOf(content);
  if (!profile) return send(reply, { ...gonePage(words), language, switchTo: null });
  reply.header('referrer-policy', 'no-referrer');
  return sendAppleProfile(reply, deps.signer, profile);
}

function send(reply: FastifyReply, page: Omit<GuestPage, 'small'>): FastifyReply {
  return sendGuestPage(reply, { ...page, small: true });
}

function languageOf(request: Asked): PageLanguage {
  return pageLanguage(request.query.lang, request.headers['accept-language']);
}
