import { z } from 'zod';

const filled = z.string().min(1);
const list = z.array(z.string()).min(1);
const table = z.array(z.array(z.union([z.string(), z.number()]))).min(1);
const pages = z.array(z.strictObject({ title: filled, lines: z.array(z.string()) })).min(1);
const times = z.array(z.int().min(1)).min(1);

function oneOf<T extends z.ZodType>(form: T) {
  return z.union([form, z.strictObject({ each: z.array(form).min(2) })]);
}

const file = { name: filled, onlyTimes: times.optional() };
const plainFiles = [
  z.strictObject({ kind: z.literal('pdf'), ...file, pages }),
  z.strictObject({ kind: z.literal('pptx'), ...file, slides: pages }),
  z.strictObject({
    kind: z.literal('docx'),
    ...file,
    title: filled,
    paragraphs: list,
    table: table.optional(),
  }),
  z.strictObject({ kind: z.literal('xlsx'), ...file, sheet: filled, rows: table }),
  z.strictObject({ kind: z.literal('csv'), ...file, rows: table }),
  z.strictObject({ kind: z.literal('txt'), ...file, lines: list, lastLineBreak: z.boolean().default(true) }),
  z.strictObject({ kind: z.enum(['eml', 'ics', 'xml']), ...file, lines: list }),
  z.strictObject({ kind: z.enum(['jpeg', 'webm']), ...file }),
  z.strictObject({ kind: z.literal('wav'), ...file, seconds: z.int().positive().optional() }),
  z.strictObject({
    kind: z.literal('png'),
    ...file,
    width: z.int().optional(),
    height: z.int().optional(),
    grain: z.number().optional(),
  }),
  z.strictObject({ kind: z.literal('logo'), ...file, colour: z.tuple([z.int(), z.int(), z.int()]) }),
] as const;
const plainFile = z.discriminatedUnion('kind', plainFiles);
const anyFile = z.discriminatedUnion('kind', [
  ...plainFiles,
  z.strictObject({ kind: z.literal('zip'), ...file, files: z.array(plainFile).min(1) }),
  z.strictObject({
    kind: z.literal('winmail'),
    onlyTimes: times.optional(),
    files: z.array(plainFile).min(1),
  }),
]);

const message = z.strictObject({
  /** Counted from 1; the message is written at these times of the conversation alone. */
  onlyTimes: times.optional(),
  from: filled,
  to: z.array(filled).optional(),
  cc: z.array(filled).optional(),
  hoursAfter: z.number().positive().optional(),
  subject: z.string().optional(),
  draft: z.literal(true).optional(),
  askReceipt: times.optional(),
  undeliveredTo: filled.optional(),
  headers: list.optional(),
  text: oneOf(z.union([filled, list])),
  meeting: z
    .strictObject({
      program: filled,
      inDays: z.int(),
      minutes: z.int(),
      summary: filled,
      place: filled,
      attendees: list,
    })
    .optional(),
  files: z.array(anyFile).min(1).optional(),
});

const outline = {
  name: filled,
  values: z.record(z.string().regex(/^\w+$/), oneOf(filled)).default({}),
  subject: oneOf(z.string()),
  messages: z.array(message).min(1),
};

const authResult = z.enum(['pass', 'fail', 'softfail', 'neutral', 'none']);

export const conversationForm = z.strictObject({
  ...outline,
  when: z
    .strictObject({
      spread: z.int().min(1),
      monthly: z.strictObject({ day: z.int().min(1).max(28), times: z.int().min(1) }),
      yearly: z.strictObject({ month: z.int().min(1).max(12), day: z.int().min(1).max(31) }),
      daysBeforeTet: z.int(),
      hoursAgo: z.number().positive(),
    })
    .partial()
    .refine(
      (when) => Object.keys(when).length === 1,
      'wants one of spread, monthly, yearly, daysBeforeTet, hoursAgo',
    ),
  folder: filled.optional(),
  starred: z.literal(true).optional(),
  spoofed: z.literal(true).optional(),
  auth: z.strictObject({ spf: authResult, dkim: authResult, dmarc: authResult }).optional(),
});

/** Each conversation is checked by itself, so that an error can name it. */
export const conversationFileForm = z.strictObject({
  about: filled,
  conversations: z.array(z.looseObject({ name: filled })).min(1),
});

export const arrivalForm = z.strictObject({ about: filled, afterSeconds: z.int().positive(), ...outline });

export type FileForm = z.infer<typeof anyFile>;
export type MessageForm = z.infer<typeof message>;
export type ConversationForm = z.infer<typeof conversationForm>;
export type OutlineForm = Pick<ConversationForm, 'name' | 'values' | 'subject' | 'messages'>;
export type Text = MessageForm['text'];
