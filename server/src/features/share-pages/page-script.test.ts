import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { SCRIPT } from './page-script.ts';

type Chosen = { name: string; size: number; lastModified: number; type: string; slice(): object };

const chosen = (name: string): Chosen => ({ name, size: 4, lastModified: 1, type: '', slice: () => ({}) });

/** The form of a shared folder with a server that accepts files by `takes`. */
function openPage(takes: (name: string) => boolean, sessionStorage: object = memory()) {
  const begun: string[] = [];
  let reloads = 0;
  let submit = async (_event: object): Promise<void> => undefined;
  const parts = new Map<
    string,
    { disabled: boolean; hidden: boolean; textContent: string; files: Chosen[] }
  >();
  const part = (selector: string) => {
    const found = parts.get(selector) ?? { disabled: false, hidden: true, textContent: '', files: [] };
    parts.set(selector, found);
    return found;
  };
  const form = {
    dataset: { upload: '/t/1', sending: 'sending', failed: 'failed', lost: 'lost', resuming: 'resuming' },
    querySelector: part,
    addEventListener: (_kind: string, listen: typeof submit) => {
      submit = listen;
    },
  };
  class XMLHttpRequest {
    upload = {};
    responseText = '';
    status = 0;
    answered: Record<string, string> = {};
    sent: Record<string, string> = {};
    method = '';
    onloadend = () => undefined;
    open(method: string) {
      this.method = method;
    }
    setRequestHeader(name: string, value: string) {
      this.sent[name] = value;
    }
    getResponseHeader(name: string) {
      return this.answered[name] ?? null;
    }
    send() {
      const [, name = ''] = (this.sent['upload-metadata'] ?? '').split(' ');
      const file = Buffer.from(name, 'base64').toString();
      if (this.method === 'POST') begun.push(file);
      const isTaken = this.method !== 'POST' || takes(file);
      this.status = isTaken ? 201 : 403;
      const offset = this.method === 'PATCH' ? '4' : '0';
      if (isTaken) this.answered = { 'tus-resumable': '1.0.0', 'upload-offset': offset, location: '/t/u' };
      this.onloadend();
    }
  }
  runInNewContext(SCRIPT, {
    document: { querySelector: () => form },
    location: { reload: () => (reloads += 1) },
    ...{ sessionStorage, XMLHttpRequest, TextEncoder, btoa, setTimeout },
  });
  return {
    begun,
    choose: (files: Chosen[]) => Object.assign(part('input[type=file]'), { files }),
    submit: () => submit({ preventDefault: () => undefined }),
    button: part('button'),
    said: part('[role=status]'),
    reloads: () => reloads,
  };
}

function memory() {
  const values = new Map<string, string>();
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  };
}

test('a file that is there already is not sent anew when another one is tried again', async () => {
  let takesAll = false;
  const page = openPage((name) => takesAll || name === 'a.pdf');
  page.choose([chosen('a.pdf'), chosen('b.pdf')]);
  await page.submit();
  expect([page.begun, page.button.disabled, page.said.textContent]).toEqual([
    ['a.pdf', 'b.pdf'],
    false,
    'failed',
  ]);
  takesAll = true;
  await page.submit();
  expect([page.begun, page.reloads()]).toEqual([['a.pdf', 'b.pdf', 'b.pdf'], 1]);
});

test('a browser that lets nothing be kept sends all the same', async () => {
  const refuse = () => {
    throw new DOMException('blocked', 'SecurityError');
  };
  const page = openPage(() => true, { getItem: refuse, setItem: refuse, removeItem: refuse });
  page.choose([chosen('a.pdf')]);
  await page.submit();
  expect([page.begun, page.reloads()]).toEqual([['a.pdf'], 1]);
});

test('whatever goes wrong, it can be tried again', async () => {
  const page = openPage(() => true);
  const broken = {
    ...chosen('a.pdf'),
    slice: () => {
      throw new Error('gone from the disk');
    },
  };
  page.choose([broken]);
  await expect(page.submit()).rejects.toThrow('gone from the disk');
  expect([page.button.disabled, page.said.textContent]).toEqual([false, 'failed']);
});
