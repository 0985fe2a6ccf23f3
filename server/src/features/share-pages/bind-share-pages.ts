import type { Limit } from '@bocau/contract/endpoint.ts';
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { EntryRow } from '../../drive/entries/entries.store.ts';
import type { OpenShare } from '../../drive/shares/open-shares.store.ts';
import { reachInShare } from '../../drive/shares/reach-in-share.ts';
import { sendDriveFile } from '../../drive/versions/send-drive-file.ts';
import { sendDriveZip } from '../../drive/zips/send-drive-zip.ts';
import type { ZippedEntry } from '../../drive/zips/zips.store.ts';
import { unixSeconds } from '../../platform/clock.ts';
import { Failure } from '../../platform/failure.ts';
import { UNSEEN } from '../../platform/http/guest-page.ts';
import { secondsToWaitFor } from '../../platform/http/rate-limit.ts';
import type { Bytes } from '../../platform/http/routes.ts';
import { type Admission, admitVisitor } from './admit-visitor.ts';
import { bindFormUploads } from './bind-form-uploads.ts';
import { bindTusUploads } from './bind-tus-uploads.ts';
import { filePage, folderPage, type PlaceOf, type Preview } from './content-pages.ts';
import { buttonPage, gonePage, lockedPage, signInPage } from './door-pages.ts';
import { judgePassword, recordOpening } from './judge-password.ts';
import { type SharePage, sendSharePage } from './page-frame.ts';
import { previewOf, readFolder, readHome, readSharedFile } from './read-shared.ts';
import {
  languageOf,
  type OpenDoor,
  type Params,
  queryOf,
  refuseOtherSites,
  type SharePageDeps,
  type Visit,
  wordsOf,
} from './share-visit.ts';
import { visitCookie } from './visit.ts';

const LOOKS: Limit = { name: 'share pages', count: 600, perSeconds: 60, by: 'address' };
const TRIES: Limit = { name: 'share passwords', count: 60, perSeconds: 60, by: 'address' };
const LONGEST_TOKEN = 100;
/** The browser's PDF viewer displays it; nothing in it runs in our origin. */
const PDF_POLICY = "default-src 'none'; style-src 'unsafe-inline'; object-src 'self'; frame-ancestors 'none'";

/**
 * The pages of a share's link. A GET changes nothing, so that link scanners of mail open nothing; a password
 * or a click starts a visit. Access is checked at each request, and again while bytes are sent.
 */
export function bindSharePages(app: FastifyInstance, deps: SharePageDeps): void {
  const { db } = deps;

  function visitOf(request: FastifyRequest, reply: FastifyReply): Visit {
    const { token } = request.params as Params;
    return { request, reply, token: token.slice(0, LONGEST_TOKEN), query: request.query as Visit['query'] };
  }

  function show(
    { request, reply, query }: Visit,
    page: Omit<SharePage, 'language' | 'switchTo'>,
  ): FastifyReply {
    const language = languageOf({ request, query });
    const other = language === 'vi' ? 'en' : 'vi';
    const [path = ''] = request.url.split('?');
    return sendSharePage(reply, {
      ...page,
      language,
      switchTo: `${path.replace(/\/open$/, '')}?lang=${other}`,
    });
  }

  const gone = (visit: Visit) => show(visit, gonePage(wordsOf(visit)));

  /** The page shown instead of the files, or null for none. */
  function showDoor(visit: Visit, admission: Exclude<Admission, OpenDoor>): FastifyReply {
    const words = wordsOf(visit);
    const action = `/s/${visit.token}/open${queryOf(visit)}`;
    if (admission.door === 'password') return show(visit, lockedPage(words, { action }));
    if (admission.door === 'button') return show(visit, buttonPage(words, action));
    return admission.door === 'sign_in' ? show(visit, signInPage(words)) : gone(visit);
  }

  /** Runs for admitted visitors; everyone else gets the entry page. */
  async function within(
    request: FastifyRequest,
    reply: FastifyReply,
    work: (visit: Visit, door: OpenDoor) => Promise<unknown>,
  ): Promise<unknown> {
    const visit = visitOf(request, reply);
    reply.headers(UNSEEN);
    const wait = secondsToWaitFor(deps.limits, LOOKS, request.ip);
    if (wait > 0) {
      throw new Failure('too_many_requests', 'Too many requests in a short time', {
        retryAfterSeconds: wait,
      });
    }
    const admission = await admitVisitor(deps, request, visit.token);
    return admission.door === 'open' ? work(visit, admission) : showDoor(visit, admission);
  }

  function placeOf(visit: Visit, share: OpenShare): PlaceOf {
    return {
      words: wordsOf(visit),
      language: languageOf(visit),
      share,
      base: `/s/${visit.token}`,
      query: queryOf(visit),
      steps: [],
      hasList: false,
    };
  }

  async function showEntry(visit: Visit, share: OpenShare, id: string, hasList: boolean): Promise<unknown> {
    const reached = await reachInShare(db, share, id);
    if (!reached) return gone(visit);
    const { entry, chain } = reached;
    const steps = chain.map((step) => ({ id: step.id, name: step.name })).reverse();
    const place = { ...placeOf(visit, share), steps, hasList };
    if (!entry.is_folder) {
      const file = await readSharedFile(db, share, id);
      if (!file) return gone(visit);
      const wanted = visit.query.preview === '1';
      const preview =
        (await officePreview(share, entry, wanted)) ?? (await previewOf(deps, share, file.version));
      const reloads = preview.kind === 'office' && preview.state === 'working';
      return show(visit, { title: entry.name, body: filePage(place, entry, preview), reloads });
    }
    const { entries, next } = await readFolder(db, share, id, visit.query.after);
    const more = next === null ? null : `${place.base}/f/${id}?${moreQuery(visit, next)}`;
    const body = folderPage(place, { title: entry.name, entries, next: more, folderId: id });
    return show(visit, { title: entry.name, body });
  }

  /**
   * An office document as a PDF, converted on request in the slot shared by all guests of the drive; null
   * otherwise.
   */
  async function officePreview(
    share: OpenShare,
    entry: EntryRow,
    isWanted: boolean,
  ): Promise<Preview | null> {
    const state = await deps.officePreviews.stateOf(share.mailbox_id, entry, isWanted);
    return state && { kind: 'office', state };
  }

  app.route({
    method: ['GET', 'HEAD'],
    url: '/s/:token/p/:id',
    handler: (request, reply) =>
      within(request, reply, async (visit, door) => {
        const { id } = request.params as Required<Params>;
        const reached = await reachInShare(db, door.share, id);
        if (!reached || reached.entry.is_folder) return gone(visit);
        const bytes = await deps.officePreviews.send(door.share.mailbox_id, reached.entry, request);
        if (!bytes) return gone(visit);
        bytes.headers['content-security-policy'] = PDF_POLICY;
        return send(visit, door, [id], bytes);
      }),
  });

  app.get('/s/:token', (request, reply) =>
    within(request, reply, async (visit, { share }) => {
      const home = await readHome(db, share);
      if ('only' in home) return showEntry(visit, share, home.only.id, false);
      if (home.list.length === 0) return gone(visit);
      const place = placeOf(visit, share);
      const title = place.words.title;
      return show(visit, {
        title,
        body: folderPage(place, { title, entries: home.list, next: null, folderId: null }),
      });
    }),
  );

  app.get('/s/:token/f/:id', (request, reply) =>
    within(request, reply, async (visit, { share }) => {
      const home = await readHome(db, share);
      return showEntry(visit, share, (request.params as Required<Params>).id, 'list' in home);
    }),
  );

  /** Streams bytes until the share ends. */
  async function send(
    { reply }: Visit,
    door: OpenDoor,
    entryIds: string[],
    bytes: Bytes,
  ): Promise<FastifyReply> {
    const { share } = door;
    const { stream, status = 200, headers } = bytes;
    reply.code(status).headers({ ...headers, ...UNSEEN });
    if (stream === null || Buffer.isBuffer(stream)) return reply.send(stream ?? undefined);
    const stop = deps.shareWatch.watch({
      mailboxId: share.mailbox_id,
      judge: () => isStillOpen(door, reply.request, entryIds),
      close() {
        stream.destroy();
        reply.raw.destroy();
      },
    });
    reply.raw.once('close', stop);
    return reply.send(stream);
  }

  async function isStillOpen(
    { share }: OpenDoor,
    request: FastifyRequest,
    entryIds: string[],
  ): Promise<boolean> {
    const now = await admitVisitor(deps, request, (request.params as Params).token);
    if (now.door !== 'open' || now.share.id !== share.id) return false;
    for (const id of entryIds) if (!(await reachInShare(db, share, id))) return false;
    return true;
  }

  app.route({
    method: ['GET', 'HEAD'],
    url: '/s/:token/d/:id',
    handler: (request, reply) =>
      within(request, reply, async (visit, door) => {
        const { id } = request.params as Required<Params>;
        const file = await readSharedFile(db, door.share, id);
        if (!file || file.version.has_virus) return gone(visit);
        const { method, headers } = request;
        const inline = visit.query.inline === '1';
        const bytes = await sendDriveFile(deps, file.version, file.entry.name, { inline, method, headers });
        const isPdf = inline && bytes.headers['content-type'] === 'application/pdf';
        if (isPdf) bytes.headers['content-security-policy'] = PDF_POLICY;
        return send(visit, door, [id], bytes);
      }),
  });

  for (const url of ['/s/:token/zip', '/s/:token/zip/:id']) {
    app.route({
      method: ['GET', 'HEAD'],
      url,
      handler: (request, reply) =>
        within(request, reply, async (visit, door) => {
          const { id } = request.params as Params;
          const top = await zippedOf(door.share, id);
          if (!top) return gone(visit);
          const ids = top.entries.map((entry) => entry.id);
          const roots = top.entries.map((entry) => ({ mailboxId: door.share.mailbox_id, entry }));
          const name = top.name ?? wordsOf(visit).title;
          const wanted = { name, method: request.method, withViruses: false };
          return send(visit, door, ids, sendDriveZip(deps, roots, wanted));
        }),
    });
  }

  async function zippedOf(
    share: OpenShare,
    id: string | undefined,
  ): Promise<{ name: string | null; entries: ZippedEntry[] } | null> {
    if (id !== undefined) {
      const reached = await reachInShare(db, share, id);
      return reached && { name: reached.entry.name, entries: [reached.entry] };
    }
    const home = await readHome(db, share);
    if ('only' in home) return { name: home.only.name, entries: [home.only] };
    return home.list.length === 0 ? null : { name: null, entries: home.list };
  }

  const doorForms: FastifyPluginAsync = async (room) => {
    room.removeAllContentTypeParsers();
    room.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 4096 },
      (_request, body, done) => done(null, new URLSearchParams(body as string)),
    );
    room.post('/s/:token/open', async (request, reply) => {
      refuseOtherSites(request, deps.publicUrl);
      const visit = visitOf(request, reply);
      const { token } = visit;
      reply.headers(UNSEEN);
      const action = `/s/${token}/open${queryOf(visit)}`;
      const words = wordsOf(visit);
      const tooMany = () => show(visit, lockedPage(words, { action, fault: words.tooMany, status: 429 }));
      if (secondsToWaitFor(deps.limits, TRIES, request.ip) > 0) return tooMany();
      const admission = await admitVisitor(deps, request, token);
      const back = `/s/${token}${queryOf(visit)}`;
      if (admission.door === 'open') return reply.redirect(back, 303);
      if (admission.door === 'gone' || admission.door === 'sign_in') return showDoor(visit, admission);
      const { share } = admission;
      if (admission.door === 'password') {
        const password = request.body instanceof URLSearchParams ? (request.body.get('password') ?? '') : '';
        const judged = await judgePassword(deps, request, share, password.slice(0, 512));
        if (judged === 'too_many') return tooMany();
        if (judged === 'wrong')
          return show(visit, lockedPage(words, { action, fault: words.wrong, status: 403 }));
      }
      await recordOpening(deps, share);
      const now = unixSeconds(deps.clock);
      reply.header('set-cookie', visitCookie(share, token, { now, secure: deps.secureCookie }));
      return reply.redirect(back, 303);
    });
  };
  app.register(doorForms);

  const door = { within, show, gone };
  bindFormUploads(app, deps, door);
  bindTusUploads(app, deps, door);
}

function moreQuery({ query: { lang } }: Visit, after: string): string {
  return new URLSearchParams({ after, ...(lang === 'vi' || lang === 'en' ? { lang } : {}) }).toString();
}
