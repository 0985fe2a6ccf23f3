import { expect, test } from 'vitest';
import { DISCARDED_FOLDERS, FOLDER_ROLES, roleOf, rolesWhere, SYSTEM_FOLDERS } from './folder-roles.ts';

test('LT-8 every mailbox has these folders, in this order, one of them once it is needed', () => {
  expect(SYSTEM_FOLDERS).toEqual([
    'INBOX',
    'Sent',
    'Drafts',
    'Snoozed',
    'Archive',
    'Junk',
    'Trash',
    'WEBMAIL_SCHEDULED',
    'webmail_period',
  ]);
  expect(rolesWhere((role) => role.onDemand)).toEqual(['Snoozed']);
});

test('what is written by the owner is never a target of a move, and what waits is written by the owner', () => {
  const own = rolesWhere((role) => role.own);
  expect(own).toEqual(['Sent', 'Drafts', 'WEBMAIL_SCHEDULED', 'webmail_period']);
  expect(own.filter((name) => FOLDER_ROLES[name].moveTarget)).toEqual([]);
  expect(rolesWhere((role) => role.pending && !role.own)).toEqual([]);
});

test('a search that names no folder covers what was received and sent', () => {
  expect(rolesWhere((role) => role.search === 'always')).toEqual([
    'INBOX',
    'Sent',
    'Snoozed',
    'Archive',
    'Starred',
  ]);
  expect(DISCARDED_FOLDERS).toEqual(['Junk', 'Trash']);
});

test('a folder that people made has no role, whatever it is called', () => {
  expect(roleOf('toString')).toBeNull();
  expect(roleOf(null)).toBeNull();
});
