import type { FastifyReply } from 'fastify';
import type { Signer } from '../tls/open-signer.ts';

/** A file by which an iPhone, iPad or Mac sets itself up. Its text names its charset; within a signature it is no text. */
export function sendAppleProfile(reply: FastifyReply, signer: Signer, profile: string): FastifyReply {
  return reply
    .headers({
      'content-type': 'application/x-apple-aspen-config',
      'content-disposition': 'attachment; filename="bocau.mobileconfig"',
      'cache-control': 'no-store',
    })
    .send(signer.sign(profile));
}
