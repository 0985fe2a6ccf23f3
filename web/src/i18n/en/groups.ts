import type { groups as vietnamese } from '../vi/groups.ts';
import type { Words } from '../words.ts';

export const groups: Words<typeof vietnamese> = {
  count_one: '{{count}} member',
  count_other: '{{count}} members',
  name: 'Name',
  whoWrites: 'Who may write',
  writers: {
    anyone: 'Anyone',
    domain: 'People of the domain',
    members: 'Members only',
    named: 'Named people only',
  },
  named: 'Addresses that may write',
  namedAbout: 'One on each line.',
  namedWrong: 'Enter email addresses, up to 100.',
  save: 'Save',
  saved: 'Group saved',
  members: 'Members',
  membersAbout:
    'People and groups of {{domain}}, and addresses elsewhere. Whoever is in several groups still gets one copy.',
  memberLabel: 'Addresses to add',
  memberAdd: 'Add',
  memberWrong:
    'Not added. Each address must be of someone or of a group in {{domain}}, or elsewhere. A group can’t contain itself, lie more than 10 levels deep, or have more than 5,000 members; add up to 500 at a time.',
  membersAdded: 'Members added',
  memberRemove: 'Remove',
  memberRemoveWhich: 'Remove {{address}}',
  memberRemoved: '{{address}} removed',
  memberSuspended:
    'Gets nothing for now: messages to this address came back. Remove and add it to try again.',
  kinds: {
    group: 'Group',
    outside: 'Outside the domain',
  },
  strangers: {
    label: 'Mail from people who may not write',
    refused: 'Reject',
    held: 'Hold for approval',
  },
  strangersAbout:
    'Held messages wait for a keeper of the group, for {{days}} days at most. Spam and forged mail is still rejected.',
  allowed: 'Approved senders',
  allowedAbout: 'May write although they are none of the above. One on each line.',
  keepers: 'Keepers',
  keepersAbout:
    'One address of {{domain}} on each line. They approve mail and change members, the name and who may write; they can’t delete the group. Without any, the owners of the domain approve mail.',
  keepersWrong: 'Enter addresses of people in {{domain}}, up to 20.',
  held: {
    title: 'Waiting for approval',
    about:
      'From people who may not write to the group. What is released can’t be taken back, and what is dropped reaches no one. Senders are told nothing.',
    none: 'No messages are waiting.',
    noSubject: '(no subject)',
    unproven: 'The sender isn’t verified, so only this message can be released.',
    release: 'Release to group',
    allow: 'Release and always allow',
    refuse: 'Drop',
    which: '{{act}}: {{subject}}',
    released: 'Message released to the group',
    allowed: 'Message released; {{address}} may write from now on',
    refused: 'Message dropped',
    before: {
      released: '{{who}} has already released this message',
      refused: '{{who}} has already dropped this message',
      expired: 'This message was dropped because no one decided in time',
    },
  },
  link: {
    title: 'Waiting for approval',
    lead: 'This message is to {{group}}, from someone who may not write to it.',
    decide: 'Members get it only if you release it. This can’t be undone.',
    expired: 'This link doesn’t work, or no longer. You’ll find waiting messages in Contacts.',
    open: 'Open Bồ Câu',
    checking: 'Opening…',
  },
  own: {
    title: 'Company groups',
    about: 'Addresses that reach several people, which you belong to or keep.',
    none: 'You’re in no group yet.',
    keeps: 'You keep it',
    member: 'You’re a member',
    waiting_one: '{{count, number}} message waiting',
    waiting_other: '{{count, number}} messages waiting',
    back: 'All company groups',
    settings: 'Group settings',
    notYours: 'There is no such group, or you don’t keep it.',
  },
};
