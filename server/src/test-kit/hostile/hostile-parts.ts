/** A message that no one should have sent. */
export type HostileMail = { name: string; raw: Buffer };

/** Characters above 0xff become UTF-8, all others the byte of their code. */
export function bytes(text: string): Buffer {
  return /[^\0-\xff]/.test(text) ? Buffer.from(text, 'utf8') : Buffer.from(text, 'latin1');
}

export function mail(name: string, head: string[], body: string | Buffer = 'Chao ban.\r\n'): HostileMail {
  const header = bytes([...head, '', ''].join('\r\n'));
  return { name, raw: Buffer.concat([header, typeof body === 'string' ? bytes(body) : body]) };
}

export const plainHead = [
  'From: An <an@example.vn>',
  'To: binh@example.vn',
  'Subject: Hostile',
  'MIME-Version: 1.0',
];

/** The same numbers in every run. */
export function seededNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state;
  };
}

export function seededBytes(seed: number, length: number): Buffer {
  const next = seededNumbers(seed);
  const out = Buffer.alloc(length);
  for (let at = 0; at < length; at += 1) out[at] = next() >>> 24;
  return out;
}

/** An ordinary message with something of everything, to be cut and damaged. */
export const richMail = bytes(
  [
    'Received: from mx.example.vn by mail.example.vn; Fri, 20 Nov 2026 08:00:00 +0700',
    'From: =?utf-8?Q?Nguy=E1=BB=85n_An?= <an@example.vn>',
    'To: "Le, Binh" <binh@example.vn>, Nhom: c@example.vn, d@example.vn;',
    'Subject: =?utf-8?B?QsOhbyBjw6FvIHRow6FuZyAxMQ==?=',
    'Date: Fri, 20 Nov 2026 08:00:00 +0700',
    'Message-ID: <rich@example.vn>',
    'References: <one@example.vn> <two@example.vn>',
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary="outer"',
    '',
    'This is a preamble.',
    '--outer',
    'Content-Type: multipart/alternative; boundary="outer-inner"',
    '',
    '--outer-inner',
    'Content-Type: text/plain; charset=utf-8; format=flowed',
    'Content-Transfer-Encoding: quoted-printable',
    '',
    'Ch=C3=A0o anh, ',
    'em g=E1=BB=ADi b=C3=A1o c=C3=A1o.=',
    '',
    '--outer-inner',
    'Content-Type: text/html; charset=utf-8',
    '',
    '<html><head><style>p{color:red}</style></head><body><p>Xin <b>chao</b> <img src="cid:logo@x"></p></body></html>',
    '--outer-inner--',
    '--outer',
    'Content-Type: image/png; name*0*=utf-8\'\'b%C3%A1o; name*1=".png"',
    'Content-ID: <logo@x>',
    'Content-Transfer-Encoding: base64',
    'Content-Disposition: inline',
    '',
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    '--outer',
    'Content-Type: message/rfc822',
    '',
    'From: c@example.vn',
    'Subject: Inner',
    '',
    'Inner body',
    '--outer--',
    'An epilogue.',
    '',
  ].join('\r\n'),
);
