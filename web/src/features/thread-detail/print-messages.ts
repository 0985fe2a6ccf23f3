import type { ApiClient } from '@bocau/contract/client.ts';
import type { Message } from '@bocau/contract/messages.ts';
import type { ChosenSettings } from '@bocau/contract/settings.ts';
import type { Say } from '../../i18n/say.ts';
import { fullDate } from '../../lib/dates.ts';
import { inSlices } from '../../lib/in-slices.ts';
import { openPrintFrame } from '../../lib/print-frame.ts';
import { readableSize } from '../../lib/sizes.ts';
import { after } from '../../lib/timers.ts';
import { bodyPolicy, showImages } from '../../parts/message-body/body-document.ts';
import { signAll } from '../../parts/message-body/image-addresses.ts';
import { mayShowRemote } from '../../parts/message-body/image-consent.ts';
import { MOST_ELEMENTS } from '../../parts/message-body/limit-markup.ts';
import { isRemote } from '../../parts/message-body/named-images.ts';
import { readBody, type SafeBody } from '../../parts/message-body/sanitize-body.ts';
import { fullName, fullSender } from './recipients.ts';

/** Printing waits no longer than this for images. */
const PATIENCE_MS = 4000;

type Job = {
  api: ApiClient;
  settings: ChosenSettings;
  t: Say;
  subject: string;
  messages: readonly Message[];
};

/** Prints messages from a document of their own, in which no script runs either. */
export async function printMessages(job: Job): Promise<void> {
  const { paper: page, print } = await openPrintFrame({
    title: job.subject,
    styles: PAPER,
    policy: bodyPolicy(),
  });
  const heading = page.createElement('h1');
  heading.textContent = job.subject;
  page.body.append(heading);
  const images: Promise<void>[] = [];
  for (const message of job.messages) images.push((await addMessage(page, job, message))());
  await Promise.race([Promise.all(images), patience()]);
  print();
}

/** Resolves to a function that waits for its images. */
async function addMessage(page: Document, job: Job, message: Message): Promise<() => Promise<void>> {
  const { t } = job;
  const section = page.createElement('section');
  const lines = [
    [t('threadDetail.details.from'), fullSender(t, message.from)],
    [t('threadDetail.details.to'), message.to.map(fullName).join(', ')],
    [t('threadDetail.details.cc'), message.cc.map(fullName).join(', ')],
    [t('threadDetail.details.date'), fullDate(message.date)],
  ];
  for (const [label, value] of lines) {
    if (value === '') continue;
    const line = page.createElement('p');
    line.textContent = `${label}: ${value}`;
    section.append(line);
  }
  const files = message.files.filter(({ inlineImage }) => !inlineImage);
  if (files.length > 0) {
    const list = page.createElement('p');
    const names = files.map(({ name, size }) => `${name} (${readableSize(size)})`).join(', ');
    list.textContent = `${t('attachments.title', { count: files.length })}: ${names}`;
    section.append(list);
  }
  const place = page.createElement('div');
  section.append(place);
  page.body.append(section);
  if (message.body_type === 'text') {
    const text = page.createElement('pre');
    text.textContent = message.body;
    place.append(text);
    return async () => undefined;
  }
  const body = await inSlices(readBody(message.body ?? '', MOST_ELEMENTS));
  const root = withOwnStyles(page, place, body);
  if (body.cut) {
    const note = page.createElement('p');
    note.textContent = t('threadDetail.body.tooComplex');
    section.append(note);
  }
  const allowed = mayShowRemote(job.settings, message);
  const wanted = body.images.filter((url) => allowed || !isRemote(url));
  return async () => {
    if (wanted.length === 0) return;
    // A message is worth printing even without its images.
    const addresses = await signAll(job.api, message.id, wanted).catch(() => new Map<string, string>());
    await showImages({ root, variables: place }, body.images, addresses);
  };
}

/** Each body in a shadow tree of its own, so that the styles of one message don't affect another. */
function withOwnStyles(page: Document, place: HTMLElement, body: SafeBody): ShadowRoot {
  const root = place.attachShadow({ mode: 'open' });
  const style = page.createElement('style');
  style.textContent = `${body.css}\nimg{max-width:100%;break-inside:avoid}tr{break-inside:avoid}img[data-image]:not([src]){display:none}`;
  const content = page.createElement('div');
  content.setAttribute('style', body.bodyStyle);
  content.append(...page.importNode(body.root, true).childNodes);
  root.append(style, content);
  return root;
}

function patience(): Promise<unknown> {
  return new Promise((resolve) => {
    after(PATIENCE_MS, () => resolve(undefined));
  });
}

const PAPER = `
@page{margin:15mm}
body{margin:0;font:11pt/1.5 system-ui,sans-serif;color:CanvasText;background:Canvas}
h1{font-size:15pt;line-height:1.4;margin:0 0 12pt}
section{border-top:1px solid;padding:8pt 0 16pt}
section>p{margin:0;font-size:9.5pt;break-after:avoid}
h1{break-after:avoid}
section>div{margin-top:10pt}
pre{white-space:pre-wrap;font:inherit;overflow-wrap:anywhere;margin:0}
`;
