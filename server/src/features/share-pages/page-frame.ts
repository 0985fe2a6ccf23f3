import type { FastifyReply } from 'fastify';
import { type GuestPage, sendGuestPage } from '../../platform/http/guest-page.ts';
import { SCRIPT } from './page-script.ts';

export type SharePage = Omit<GuestPage, 'script'>;

export function sendSharePage(reply: FastifyReply, page: SharePage): FastifyReply {
  return sendGuestPage(reply, { ...page, script: SCRIPT });
}
