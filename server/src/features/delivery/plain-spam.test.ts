import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SenderChecks } from '@bocau/contract/messages.ts';
import { expect, test } from 'vitest';
import { readMail } from '../../platform/mime/read-mail.ts';
import { findPlainSpam } from './plain-spam.ts';

const NOTHING = { fromFields: 1, authors: ['a@away.example'], searchText: '', attachments: [] };
const SAMPLES = join(import.meta.dirname, '../bounces/samples');

function checks(given: Partial<SenderChecks>): SenderChecks {
  return {
    spf: { result: 'fail', domain: 'away.example' },
    dkim: [],
    dmarc: { result: 'fail', policy: 'reject', domain: 'away.example' },
    arc: { result: 'none' },
    ...given,
  };
}

test.each([
  ['hoa-don.pdf.exe', 'application/octet-stream'],
  ['ảnh.jpg          .scr', 'application/octet-stream'],
  // The rest of a name whose direction was reversed.
  ['annexfdp.exe', 'application/octet-stream'],
  ['report.docx.JS', 'text/plain'],
  ['photo.scr', 'image/jpeg'],
  ['invoice.exe', 'application/pdf'],
])('%j as %s is a program in disguise', (name, contentType) => {
  expect(findPlainSpam({ ...NOTHING, attachments: [{ name, contentType }] }, null)).toEqual([
    'DISGUISED_PROGRAM',
  ]);
});

test.each([
  ['setup.exe', 'application/octet-stream'],
  ['báo cáo.v2.docx', 'application/msword'],
  ['www.example.com', 'text/html'],
  ['deploy.bat', 'text/plain'],
  ['jquery.min.js', 'text/javascript'],
  ['scan.pdf.zip', 'application/zip'],
  ['backup.tar.gz', 'application/gzip'],
])('%j as %s is what it says', (name, contentType) => {
  expect(findPlainSpam({ ...NOTHING, attachments: [{ name, contentType }] }, null)).toEqual([]);
});

test('two From fields with different authors are forged, several authors in one are not', () => {
  const authors = ['a@away.example', 'b@bank.example'];
  expect(findPlainSpam({ ...NOTHING, fromFields: 2, authors }, null)).toEqual(['MULTIPLE_FROM']);
  expect(findPlainSpam({ ...NOTHING, authors }, null)).toEqual([]);
  expect(findPlainSpam({ ...NOTHING, fromFields: 2 }, null)).toEqual([]);
});

test.each([
  ['fails where its domain rejects', {}, true],
  ['fails where its domain asks for quarantine', { policy: 'quarantine' }, true],
  ['fails where its domain asks for nothing', { policy: 'none' }, false],
  ['passes', { result: 'pass' }, false],
] as const)('DMARC that %s', (_what, dmarc, isSpam) => {
  const found = findPlainSpam(NOTHING, checks({ dmarc: { ...checks({}).dmarc, ...dmarc } }));
  expect(found).toEqual(isSpam ? ['DMARC_POLICY_FAILED'] : []);
});

test('DMARC that fails while DNS is silent proves nothing', () => {
  const key = { result: 'temperror', domain: 'away.example', selector: 's', aligned: true } as const;
  expect(findPlainSpam(NOTHING, checks({ dkim: [key] }))).toEqual([]);
  expect(findPlainSpam(NOTHING, checks({ spf: { result: 'temperror', domain: null } }))).toEqual([]);
});

test('finds nothing in the reports of mail servers', async () => {
  const names = (await readdir(SAMPLES)).filter((name) => name.endsWith('.eml'));
  expect(names.length).toBeGreaterThan(3);
  for (const name of names) {
    const { mail, files } = readMail(await readFile(join(SAMPLES, name)));
    expect(findPlainSpam({ ...mail, attachments: files }, null), name).toEqual([]);
  }
});
