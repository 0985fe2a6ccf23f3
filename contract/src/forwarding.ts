import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { done } from './fields.ts';

const address = z.string().min(1).max(320);

export const verifyForward = endpoint({
  method: 'POST',
  path: '/api/v2/auth-verification',
  summary:
    'Verifies a forwarding address by the code that was mailed to it; forwarding begins if none is active',
  access: 'verified',
  on: { mailbox: 'manage' },
  limit: { name: 'verifying forwards', count: 30, perSeconds: 60, by: 'account' },
  body: z.object({ code: z.string().min(1).max(32), account_to: address }),
  data: z.object({ ok: z.literal(true), is_enable: z.boolean() }),
  errors: ['proof_required', 'rule_not_found', 'verification_code_wrong', 'verification_code_expired'],
});

export const resendForwardCode = endpoint({
  method: 'POST',
  path: '/api/v2/auth-verification/resend',
  summary: 'Mails a new code to a forwarding address; the one before is no longer valid',
  access: 'verified',
  on: { mailbox: 'manage' },
  limit: { name: 'mailing codes', count: 20, perSeconds: 60, by: 'account' },
  body: z.object({ type: z.literal('autofw'), from: address, to: address }),
  data: done,
  errors: ['rule_not_found', 'sender_not_allowed', 'sending_disabled'],
});
