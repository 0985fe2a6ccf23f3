import { expect, it } from 'vitest';
import type { DnsRecords } from '../smtp/judge-protocol.ts';
import { findMailHosts } from './mail-hosts.ts';

const ZONE: Record<string, DnsRecords> = {
  'vpp.example MX': [
    { exchange: 'second.vpp.example', priority: 20 },
    { exchange: 'first.vpp.example', priority: 10 },
  ],
  'first.vpp.example A': ['192.0.2.1'],
  'first.vpp.example AAAA': ['2001:db8::1'],
  'second.vpp.example A': ['192.0.2.2'],
  'plain.example A': ['192.0.2.3'],
  'silent.example MX': [{ exchange: '', priority: 0 }],
  'inside.example MX': [{ exchange: 'mail.inside.example', priority: 0 }],
  'mail.inside.example A': ['10.0.0.1'],
  'xn--vit-5kz.example A': ['192.0.2.4'],
};

const options = {
  async resolver(name: string, type: string) {
    if (name === 'broken.example') throw Object.assign(new Error('no answer'), { code: 'ETIMEOUT' });
    const records = ZONE[`${name} ${type}`];
    if (!records) throw Object.assign(new Error('nothing'), { code: 'ENOTFOUND' });
    return records;
  },
  mayConnect: (address: string) => !address.startsWith('10.'),
};

it('gives the servers of a domain in their order', async () => {
  expect(await findMailHosts('vpp.example', options)).toEqual([
    { name: 'first.vpp.example', address: '192.0.2.1' },
    { name: 'first.vpp.example', address: '2001:db8::1' },
    { name: 'second.vpp.example', address: '192.0.2.2' },
  ]);
});

it('takes the domain itself where it names no server', async () => {
  expect(await findMailHosts('plain.example', options)).toEqual([
    { name: 'plain.example', address: '192.0.2.3' },
  ]);
});

it('asks for a Vietnamese domain as DNS knows it', async () => {
  expect(await findMailHosts('việt.example', options)).toEqual([
    { name: 'xn--vit-5kz.example', address: '192.0.2.4' },
  ]);
});

it.each([
  ['nowhere.example', true, 'domain not found'],
  ['silent.example', true, 'domain does not accept mail'],
  ['inside.example', true, 'domain not found: its mail server has no public address'],
  ['broken.example', false, 'DNS does not answer: ETIMEOUT'],
])('says why there is nobody at %s', async (domain, permanent, message) => {
  await expect(findMailHosts(domain, options)).rejects.toMatchObject({ permanent, message });
});
