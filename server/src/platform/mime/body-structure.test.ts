import { describe, expect, it } from 'vitest';
import { seededNumbers } from '../../test-kit/hostile/hostile-parts.ts';
import { hostileDeliveries } from '../../test-kit/hostile-mail.ts';
import { sectionRange } from './body-sections.ts';
import { type BodyPart, type MessageStructure, simpleStructure } from './body-structure.ts';
import { type EnvelopeAddress, readEnvelope } from './envelope.ts';
import { isKeptField } from './kept-header.ts';
import { mailLimits } from './mail-limits.ts';
import { readMail } from './read-mail.ts';
import { splitHeaders } from './split-headers.ts';

function bytes(text: string): Buffer {
  return Buffer.from(text.replaceAll('\n', '\r\n'), 'latin1');
}

function readStructure(raw: Buffer): MessageStructure {
  return readMail(raw).mail.structure;
}

function structure(raw: Buffer): BodyPart {
  return JSON.parse(readStructure(raw).structure) as BodyPart;
}

const FORWARD = bytes(
  `Subject: xem
Content-Type: multipart/mixed; boundary=m

Not shown.
--m
Content-Type: multipart/alternative; boundary=a
Content-Language: vi, en

--a
Content-Type: text/plain; charset=utf-8; format=flowed

one
two
--a
Content-Type: text/html
Content-Transfer-Encoding: QUOTED-PRINTABLE

<p>one
--a--

--m
Content-Type: message/rfc822
Content-Disposition: attachment; filename*0*=utf-8''b%C3%A1o; filename*1=" cao.eml"

From: An <an@b.vn>
Subject: =?utf-8?Q?B=C3=A1o?=
Content-Type: multipart/mixed; boundary=i

--i

inner
--i
Content-Type: application/pdf; name="a.pdf"
Content-ID: <pdf@b.vn>
Content-MD5: Q2hlY2sgSW50ZWdyaXR5IQ==
Content-Description: a file
Content-Location: https://b.vn/a.pdf

PDF
--i--
--m
Content-Type: message/rfc822

Subject: short

words
--m--
Nor this.
`,
);

function said(path: number[], of: 'header' | 'text' | 'mime' | null = null): string | null {
  const range = sectionRange(structure(FORWARD), { path, of });
  return range === null ? null : FORWARD.toString('latin1', range.start, range.end).replaceAll('\r\n', '\n');
}

describe('the structure of a message', () => {
  it('names types, parameters, encodings, lines and what else a part says', () => {
    const [alternative, attached, second] = structure(FORWARD).parts as [BodyPart, BodyPart, BodyPart];
    expect(alternative).toMatchObject({
      type: 'multipart/alternative',
      params: [['boundary', 'a']],
      language: ['vi', 'en'],
      parts: [
        {
          type: 'text/plain',
          params: [
            ['charset', 'utf-8'],
            ['format', 'flowed'],
          ],
          lines: 1,
        },
        { type: 'text/html', encoding: 'quoted-printable', lines: 0 },
      ],
    });
    expect(attached).toMatchObject({
      type: 'message/rfc822',
      disposition: { type: 'attachment', params: [['filename*', "utf-8''b%C3%A1o%20cao.eml"]] },
      lines: 15,
      message: {
        envelope: {
          subject: '=?utf-8?Q?B=C3=A1o?=',
          from: [{ name: 'An', adl: null, mailbox: 'an', host: 'b.vn' }],
        },
        root: {
          type: 'multipart/mixed',
          parts: [
            { type: 'text/plain', lines: 0 },
            {
              type: 'application/pdf',
              params: [['name', 'a.pdf']],
              id: '<pdf@b.vn>',
              md5: 'Q2hlY2sgSW50ZWdyaXR5IQ==',
              description: 'a file',
              location: 'https://b.vn/a.pdf',
            },
          ],
        },
      },
    });
    expect(second.message?.root).toMatchObject({ type: 'text/plain' });
  });

  it('says where each section stands in the source', () => {
    expect(said([])).toBe(FORWARD.toString('latin1').replaceAll('\r\n', '\n'));
    expect(said([], 'header')).toBe('Subject: xem\nContent-Type: multipart/mixed; boundary=m\n\n');
    expect(said([], 'text')).toMatch(/^Not shown\.[\s\S]*Nor this\.\n$/);
    expect(said([1], 'mime')).toBe(
      'Content-Type: multipart/alternative; boundary=a\nContent-Language: vi, en\n\n',
    );
    expect(said([1])).toMatch(/^--a\n[\s\S]*\n--a--\n$/);
    expect(said([1, 1])).toBe('one\ntwo');
    expect(said([1, 2])).toBe('<p>one');
    expect(said([2], 'header')).toMatch(/^From: An[\s\S]*boundary=i\n\n$/);
    expect(said([2], 'text')).toMatch(/^--i\n[\s\S]*--i--$/);
    expect(said([2, 1])).toBe('inner');
    expect(said([2, 1], 'mime')).toBe('\n');
    expect(said([2, 2])).toBe('PDF');
    expect(said([3, 1])).toBe('words');
    expect(said([3, 1], 'mime')).toBe('Subject: short\n\n');
    for (const path of [[4], [0], [1, 3], [1, 1, 1], [2, 2, 1], [3, 2]]) expect(said(path)).toBeNull();
    for (const of of ['header', 'text'] as const) expect(said([1, 1], of)).toBeNull();
    expect(said([], 'mime')).toBeNull();
  });

  it('of one part has it as number 1', () => {
    const root = structure(bytes('Subject: a\n\nwords\n'));
    expect(root).toEqual({ type: 'text/plain', lines: 1, start: 0, body: 14, end: 21 });
    expect(sectionRange(root, { path: [1], of: null })).toEqual({ start: 14, end: 21 });
    expect(sectionRange(root, { path: [1, 1], of: null })).toBeNull();
  });

  it('of a multipart without parts is one text', () => {
    const root = structure(bytes('Content-Type: multipart/mixed; boundary=b\n\nwords\n'));
    expect(root).toMatchObject({ type: 'text/plain', lines: 1 });
    expect(root.params).toBeUndefined();
  });

  it('does not take the delimiter of what is around a message for one of its own', () => {
    const root = structure(
      bytes(
        'Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: message/rfc822\n\nContent-Type: multipart/mixed; boundary=b\n\nwords\n--b\n\nnext\n--b--\n',
      ),
    );
    expect(root.parts?.map(({ type }) => type)).toEqual(['message/rfc822', 'text/plain']);
  });

  it('that is larger than what is kept is one part', () => {
    const named = `--b\nContent-Type: text/plain; ${Array.from({ length: 150 }, (_, at) => `n${at}="${'x'.repeat(990)}"`).join('; ')}\n\n`;
    const root = structure(bytes(`Content-Type: multipart/mixed; boundary=b\n\n${named.repeat(10)}--b--\n`));
    expect(root).toMatchObject({ type: 'application/octet-stream', start: 0 });
    expect(root.parts).toBeUndefined();
  });

  it('of what could not be read is one part of all of it', () => {
    const raw = bytes('Subject: a\nContent-Transfer-Encoding: base64\n\nwords\n');
    expect(simpleStructure(raw, 1_000_000)).toEqual({
      fields: 'Subject: a\r\nContent-Transfer-Encoding: base64\r\n',
      structure: JSON.stringify({
        type: 'application/octet-stream',
        encoding: 'base64',
        start: 0,
        body: 49,
        end: 1_000_000,
      }),
    });
    expect(simpleStructure(bytes('Subject: a\nTo:'), 1_000_000).fields).toBeNull();
  });
});

describe('the kept fields of a header', () => {
  const header =
    'Received: a\r\nfrom:  An\r\n <an@b.vn>\r\nX-Other: 1\r\nTO: \xe9@b.vn\r\nTo: c@b.vn\r\n\r\n';

  it('stand as in the source', () => {
    const { fields } = readStructure(Buffer.from(`${header}words`, 'latin1'));
    expect(fields).toBe('from:  An\r\n <an@b.vn>\r\nTO: \xe9@b.vn\r\nTo: c@b.vn\r\n');
    expect(['From', 'x-other', 'received'].map(isKeptField)).toEqual([true, false, false]);
  });

  it('are none where they are too many', () => {
    const many = `References: ${'<a@b.vn> '.repeat(8_000)}\r\n`;
    expect(readStructure(Buffer.from(many + header, 'latin1')).fields).toBeNull();
    const others = 'X-Other: 1\r\n'.repeat(mailLimits.headerFields);
    expect(readStructure(Buffer.from(others + header, 'latin1')).fields).toBeNull();
  });
});

describe('an envelope', () => {
  const list = (value: string) => readEnvelope(bytes(`To: ${value}\n\n`)).to;
  const address = (given: Partial<EnvelopeAddress>): EnvelopeAddress => ({
    ...{ name: null, adl: null, mailbox: '', host: '' },
    ...given,
  });
  const an = address({ mailbox: 'an', host: 'b.vn' });

  it('leaves encoded words and bytes as they are, and names the author as sender', () => {
    const envelope = readEnvelope(
      bytes(
        'Date: Fri, 20 Nov 2026 08:00:00 +0700\nSubject: =?utf-8?Q?B?=\n =?utf-8?Q?C?=\nFrom: =?utf-8?Q?An?= <an@b.vn>\nCc:\nMessage-ID: <1@b.vn>\nIn-Reply-To: <0@b.vn>\n\n',
      ),
    );
    const from = [address({ name: '=?utf-8?Q?An?=', mailbox: 'an', host: 'b.vn' })];
    expect(envelope).toEqual({
      ...{ date: 'Fri, 20 Nov 2026 08:00:00 +0700', subject: '=?utf-8?Q?B?= =?utf-8?Q?C?=' },
      ...{ from, sender: from, replyTo: from, to: null, cc: null, bcc: null },
      ...{ inReplyTo: '<0@b.vn>', messageId: '<1@b.vn>' },
    });
  });

  it.each<[string, EnvelopeAddress[] | null]>([
    ['an@b.vn', [an]],
    [
      '"Lê, An" <an@b.vn>, an@b.vn (An)',
      [address({ ...an, name: 'L\xea, An' }), address({ ...an, name: 'An' })],
    ],
    ['"a \\"b"@b.vn', [address({ mailbox: 'a "b', host: 'b.vn' })]],
    ['<@r.vn,@s.vn:an@b.vn>', [address({ ...an, adl: '@r.vn,@s.vn' })]],
    ['an . le @ b.vn', [address({ mailbox: 'an.le', host: 'b.vn' })]],
    ['an@[IPv6:::1]', [address({ mailbox: 'an', host: '[IPv6:::1]' })]],
    [
      'Team: an@b.vn, Le <an@b.vn>;, an@b.vn',
      [
        address({ mailbox: 'Team', host: null }),
        an,
        address({ ...an, name: 'Le' }),
        address({ mailbox: null, host: null }),
        an,
      ],
    ],
    [
      'undisclosed-recipients:;',
      [address({ mailbox: 'undisclosed-recipients', host: null }), address({ mailbox: null, host: null })],
    ],
    ['A <an@b.vn> B <an@b.vn>', [address({ ...an, name: 'A' }), address({ ...an, name: 'B' })]],
    ['Le An an@b.vn', [address({ ...an, name: 'Le An' })]],
    ['nobody', [address({ mailbox: 'nobody' })]],
    ['<>, , "', [address({ mailbox: '"' })]],
    ['A <an@b.vn', [address({ ...an, name: 'A' })]],
  ])('reads %s', (value, expected) => {
    expect(list(value)).toEqual(expected);
  });
});

/**
 * The faults of a message's structure: every part must be within its parent and contain only what IMAP can
 * express.
 */
function problemsOf(raw: Buffer): string[] {
  const { fields, structure: json } = readStructure(raw);
  const problems: string[] = [];
  let parts = 0;
  const check = (part: BodyPart, around: { start: number; end: number }, depth: number) => {
    parts += 1;
    const { type, start, body, end, message } = part;
    if (!(around.start <= start && start <= body && body <= end && end <= around.end))
      problems.push(`${start} ${body} ${end} is not within ${around.start} ${around.end}`);
    if (!/^[^/]+\/[^/]+$/.test(type)) problems.push(`type ${type}`);
    if (type.startsWith('multipart/') !== (part.parts !== undefined)) problems.push(`${type} of no parts`);
    if (/^message\/(rfc822|global)$/.test(type) !== (message !== undefined)) problems.push(`${type} of none`);
    if ((part.lines !== undefined) !== (type.startsWith('text/') || message !== undefined))
      problems.push(`${type} in lines`);
    if (depth > mailLimits.structureDepth) problems.push('too deep');
    let from = body;
    for (const child of part.parts ?? []) {
      check(child, { start: from, end }, depth + 1);
      from = child.end;
    }
    if (message) check(message.root, { start: body, end }, depth + 1);
  };
  const root = JSON.parse(json) as BodyPart;
  check(root, { start: 0, end: raw.length }, 0);
  if (root.start !== 0 || root.end !== raw.length) problems.push('the root is not the whole');
  if (parts > mailLimits.structureParts) problems.push(`${parts} parts`);
  if (json.includes('\\u0000')) problems.push('NUL');
  if (json.length > mailLimits.structureCharacters) problems.push(`${json.length} characters`);
  if (fields === null) return problems;
  const header = splitHeaders(raw, 0, raw.length);
  const kept = header.fields.filter(({ name }) => isKeptField(name));
  const bytesOf = kept.map(({ start, end }) => raw.toString('latin1', start, end)).join('');
  return bytesOf === fields ? problems : [...problems, 'other fields'];
}

describe('written by attackers', () => {
  it('the structure of every malformed message of our own making is valid', () => {
    for (const { name, raw } of hostileDeliveries()) expect(problemsOf(raw), name).toEqual([]);
  });

  it('3,000 messages damaged at random have a valid structure', () => {
    const next = seededNumbers(120);
    for (let round = 0; round < 3_000; round += 1) {
      const raw = Buffer.from(FORWARD);
      for (let change = next() % 12; change >= 0; change -= 1) raw[next() % raw.length] = next() >>> 24;
      const cut = raw.subarray(0, next() % 3 === 0 ? next() % raw.length : raw.length);
      expect(problemsOf(cut), `round ${round}`).toEqual([]);
    }
  });

  it('of more parts, and deeper ones, than are described', () => {
    const part = '--b\n\nx\n';
    const wide = `Content-Type: multipart/mixed; boundary=b\n\n${part.repeat(3_000)}--b--\n`;
    expect(problemsOf(bytes(wide))).toEqual([]);
    expect(structure(bytes(wide)).parts).toHaveLength(mailLimits.structureParts - 1);
    const messages = `${'Content-Type: message/rfc822\n\n'.repeat(1_000)}${wide}`;
    expect(problemsOf(bytes(messages))).toEqual([]);
  });
});
