import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { done, id } from './fields.ts';

/** What stands in a notice of new mail: sender and subject, the sender alone, or that there is mail. */
export const NOTICE_CONTENTS = ['subject', 'sender', 'nothing'] as const;
export type NoticeContent = (typeof NOTICE_CONTENTS)[number];

const ENDPOINT_LENGTH = 1_000;
const FOLDERS = 500;
/** An uncompressed point of P-256, and sixteen bytes, as browsers write them. */
const PUBLIC_KEY = /^[\w-]{87}$/;
const SECRET = /^[\w-]{22}$/;
const TIME_OF_DAY = /^([01]\d|2[0-3]):[0-5]\d$/;

const pushSubscription = z.object({
  /** Where the browser's push service takes messages for it; an https address. */
  endpoint: z.string().max(ENDPOINT_LENGTH),
  p256dh: z.string().regex(PUBLIC_KEY),
  auth: z.string().regex(SECRET),
});
export type PushSubscriptionKeys = z.infer<typeof pushSubscription>;

const timeOfDay = z.string().regex(TIME_OF_DAY);
const pushChoice = z.object({
  content: z.enum(NOTICE_CONTENTS),
  /** `INBOX`, and ids of others: the archive and what people made. */
  folders: z.array(id).max(FOLDERS),
  /** By the time zone of the settings; null: never quiet. */
  quiet: z.object({ from: timeOfDay, to: timeOfDay }).nullable(),
});
export type PushChoice = z.infer<typeof pushChoice>;

/** What a push says to the service worker of the browser, which alone can read it. */
export type PushMessage =
  | {
      kind: 'new_mail';
      /** Of the message: one notice for each. */
      id: string;
      /** Of the conversation, for the client's router. */
      path: string;
      language: 'vi' | 'en';
      sender?: string;
      subject?: string;
      /** The sender is not the one that the message claims. */
      spoofed?: true;
    }
  | {
      kind: 'reminder';
      /** Of the reminder: one notice for each. */
      id: string;
      path: string;
      language: 'vi' | 'en';
      title: string;
      body: string;
    }
  /** A message was recalled, or a reminder is over. */
  | { kind: 'recalled'; id: string };

export const getPush = endpoint({
  method: 'GET',
  path: '/api/v2/push',
  summary: 'The key that a browser subscribes to pushes with, and whether this session is subscribed',
  access: 'session',
  on: 'person',
  data: z.object({
    /** Of VAPID (RFC 8292), base64url; null where pushes are not offered. */
    key: z.string().nullable(),
    subscribed: z.boolean(),
  }),
  errors: [],
});

export const savePush = endpoint({
  method: 'PUT',
  path: '/api/v2/push',
  summary:
    'Subscribe this session to pushes of new mail, in place of what it had; without a choice that of before stays',
  access: 'session',
  on: 'person',
  limit: { name: 'push subscriptions', count: 120, perSeconds: 600, by: 'account' },
  body: z.object({ subscription: pushSubscription, choice: pushChoice.nullable() }),
  data: done,
  errors: ['not_found', 'service_unavailable'],
});

export const removePush = endpoint({
  method: 'DELETE',
  path: '/api/v2/push',
  summary: 'No more pushes to this session',
  access: 'session',
  on: 'person',
  data: done,
  errors: [],
});
