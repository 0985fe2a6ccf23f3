import type { FastifyReply, FastifyRequest } from 'fastify';
import type { DriveDeps } from '../../drive/change-drive.ts';
import type { EntryRow } from '../../drive/entries/entries.store.ts';
import type { ShareWatch } from '../../drive/shares/share-watch.ts';
import type { FinishDeps } from '../../drive/uploads/finish-upload.ts';
import type { DriveFileDeps } from '../../drive/versions/send-drive-file.ts';
import { Failure } from '../../platform/failure.ts';
import { isFromOwnSite } from '../../platform/http/own-site.ts';
import { type PageLanguage, pageLanguage } from '../../platform/http/page-language.ts';
import type { RateLimits } from '../../platform/http/rate-limit.ts';
import type { Bytes } from '../../platform/http/routes.ts';
import type { Admission, AdmitDeps } from './admit-visitor.ts';
import type { JudgeGate } from './judge-password.ts';
import type { SharePage } from './page-frame.ts';
import { PAGE_WORDS, type PageWords } from './page-words.ts';
import type { UploadDeps } from './upload-to-share.ts';

export type SharePageDeps = DriveDeps &
  AdmitDeps &
  DriveFileDeps &
  UploadDeps &
  FinishDeps & {
    limits: RateLimits;
    passwordGate: JudgeGate;
    shareWatch: ShareWatch;
    secureCookie: boolean;
    publicUrl: string;
    officePreviews: {
      stateOf(
        mailboxId: number,
        entry: EntryRow,
        isWanted: boolean,
      ): Promise<'offered' | 'ready' | 'working' | 'failed' | null>;
      send(mailboxId: number, entry: EntryRow, request: FastifyRequest): Promise<Bytes | null>;
    };
  };

export type Params = { token: string; id?: string };
type Query = { lang?: string; after?: string; inline?: string; preview?: string };
export type Visit = { request: FastifyRequest; reply: FastifyReply; token: string; query: Query };
export type OpenDoor = Extract<Admission, { door: 'open' }>;

/** How the pages of a share respond, for routes bound in other files. */
export type ShareDoor = {
  /** Runs for admitted visitors; everyone else gets the entry page. */
  within(
    request: FastifyRequest,
    reply: FastifyReply,
    work: (visit: Visit, door: OpenDoor) => Promise<unknown>,
  ): Promise<unknown>;
  show(visit: Visit, page: Omit<SharePage, 'language' | 'switchTo'>): FastifyReply;
  gone(visit: Visit): FastifyReply;
};

export function wordsOf(visit: Visit): PageWords {
  return PAGE_WORDS[languageOf(visit)];
}

export function languageOf({ request, query: { lang } }: Pick<Visit, 'request' | 'query'>): PageLanguage {
  return pageLanguage(lang, request.headers['accept-language']);
}

/** The chosen language, for URLs of the same share. */
export function queryOf({ query: { lang } }: Visit): string {
  return lang === 'vi' || lang === 'en' ? `?lang=${lang}` : '';
}

/** CSRF: only the page itself may send these forms. */
export function refuseOtherSites(request: FastifyRequest, publicUrl: string): void {
  if (isFromOwnSite(request, publicUrl)) return;
  throw new Failure('forbidden', 'This request is only accepted from this site');
}
