import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { openChunks } from '../../drive/chunks/open-chunks.ts';
import { readLock } from '../../drive/locks/locks.store.ts';
import { endWithRight, type ShareWatch } from '../../drive/shares/share-watch.ts';
import { HARMLESS } from '../../mail/attachments/file-types.ts';
import { unixSeconds } from '../../platform/clock.ts';
import { changeFileLock } from './change-file-lock.ts';
import { checkFileInfo } from './check-file-info.ts';
import { judgeAgain, judgeCall, mayWriteBeside, type WopiCall } from './judge-call.ts';
import { type PutDeps, putFile } from './put-file.ts';
import { putRelativeFile } from './put-relative-file.ts';
import { renameFile } from './rename-file.ts';
import { header } from './wopi-headers.ts';
import { isRefused, refusalOf, WopiRefusal } from './wopi-refusal.ts';

const FILE = '/wopi/files/:id';

export type WopiDeps = PutDeps & { shareWatch: ShareWatch };

/**
 * The host of the WOPI protocol, which office servers call: not part of the API, because its errors are
 * statuses and headers. It uses no sessions or cookies, only tokens that were issued for one file.
 */
export async function bindWopi(app: FastifyInstance, deps: WopiDeps): Promise<void> {
  const wopiRoom: FastifyPluginAsync = async (room) => {
    room.removeAllContentTypeParsers();
    room.addContentTypeParser('*', (_request, bytes, done) => done(null, bytes));
    const translate = room.errorHandler;
    room.setErrorHandler((error: Error, request, reply) => {
      const refusal = refusalOf(error);
      if (refusal === null) return translate(error as never, request, reply);
      reply.code(refusal.status).headers({ ...NEVER_KEPT, ...refusal.headers });
      return reply.send(refusal.body ?? '');
    });

    room.get(FILE, async (request, reply) => {
      const call = await judgeCall(deps, request);
      const { publicUrl } = deps;
      const info = checkFileInfo(call, { publicUrl, writesBeside: await mayWriteBeside(deps, call) });
      return reply.headers(NEVER_KEPT).send(info);
    });

    room.get(`${FILE}/contents`, async (request, reply) => {
      const call = await judgeCall(deps, request);
      return sendContents(deps, call, request, reply);
    });

    room.post(`${FILE}/contents`, async (request, reply) => {
      const call = await judgeCall(deps, request);
      if (overrideOf(request) !== 'PUT') throw new WopiRefusal(501);
      const { versionId, modifiedTime } = await putFile(deps, call, request);
      return reply
        .headers({ ...NEVER_KEPT, 'x-wopi-itemversion': versionId })
        .send({ LastModifiedTime: modifiedTime });
    });

    room.post(FILE, async (request, reply) => {
      const call = await judgeCall(deps, request);
      reply.headers(NEVER_KEPT);
      const override = overrideOf(request);
      switch (override) {
        case 'LOCK':
        case 'UNLOCK':
        case 'REFRESH_LOCK':
          return reply.headers(await changeFileLock(deps, call, override, request.headers)).send('');
        case 'GET_LOCK':
          return reply.header('x-wopi-lock', await lockOfFile(deps, call)).send('');
        case 'PUT_RELATIVE':
          return reply.send(await putRelativeFile(deps, call, request));
        case 'RENAME_FILE':
          return reply.send(await renameFile(deps, call, request.headers));
        default:
          throw new WopiRefusal(501);
      }
    });
  };
  await app.register(wopiRoom);
}

const NEVER_KEPT = { 'cache-control': 'no-store' };

function overrideOf({ headers }: FastifyRequest): string {
  return header(headers, 'x-wopi-override').toUpperCase();
}

async function lockOfFile({ db, clock }: PutDeps, { reached }: WopiCall): Promise<string> {
  const lock = await readLock(db, reached.mailboxId, reached.entry.id, unixSeconds(clock));
  return lock?.lock ?? '';
}

/** Refused when the caller cannot accept this size. */
async function sendContents(
  deps: WopiDeps,
  call: WopiCall,
  { headers }: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { mailboxId, entry } = call.reached;
  const most = header(headers, 'x-wopi-maxexpectedsize');
  if (/^\d{1,15}$/.test(most) && entry.size > Number(most)) throw new WopiRefusal(412);
  const stream = await openChunks(deps, mailboxId, entry.version_id, { start: 0, end: entry.size });
  const judge = () => judgeAgain(deps, call).then(() => true, isRefused);
  endWithRight(deps.shareWatch, stream, { mailboxId, judge });
  return reply
    .headers({
      ...HARMLESS,
      ...NEVER_KEPT,
      'content-type': 'application/octet-stream',
      'content-length': String(entry.size),
      'x-wopi-itemversion': entry.version_id,
    })
    .send(stream);
}
