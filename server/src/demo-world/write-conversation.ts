import { type Contacts, contactNamed } from './contacts.ts';
import type { MessageForm, OutlineForm, Text } from './conversation-form.ts';
import { fillIn, isWord, type Scope } from './fill-in.ts';
import { invitation } from './invitation.ts';
import { makeFile } from './make-file.ts';
import { type Conversation, type Facts, from, type Turn, talk } from './message.ts';

/**
 * Everything is filled in from top to bottom, alternatives that are not taken too: numbers come from one sequence, and a
 * text that moves changes those after it.
 */
export function writeConversation(outline: OutlineForm, contacts: Contacts, facts: Facts): Conversation {
  const scope: Scope = { facts, contacts, values: new Map() };
  for (const [name, value] of Object.entries(outline.values)) {
    if (isWord(name)) throw new Error(`the value "${name}" has the name of a known word`);
    scope.values.set(name, typeof value === 'string' ? fillIn(value, scope) : pick(value.each, scope));
  }
  const subject = fillText(outline.subject, scope);
  const turns = outline.messages.flatMap((message, i) => {
    if (!isTime(message.onlyTimes, facts)) return [];
    try {
      return [writeMessage(message, scope)];
    } catch (error) {
      throw new Error(`message ${i + 1}: ${error instanceof Error ? error.message : error}`, {
        cause: error,
      });
    }
  });
  return talk(subject, ...turns);
}

function writeMessage(message: MessageForm, scope: Scope): Turn {
  const { to, cc, hoursAfter, subject, draft, undeliveredTo, headers, meeting, files } = message;
  const sender = person(message.from, scope);
  const text = fillText(message.text, scope);
  if (text.trim() === '') throw new Error('the text is missing');
  return from(sender, text, {
    ...(to ? { to: to.map((key) => person(key, scope)) } : {}),
    ...(cc ? { cc: cc.map((key) => person(key, scope)) } : {}),
    ...(hoursAfter === undefined ? {} : { hoursAfter }),
    ...(subject === undefined ? {} : { subject }),
    ...(message.askReceipt ? { askReceipt: isTime(message.askReceipt, scope.facts) } : {}),
    ...(draft ? { draft } : {}),
    ...(headers ? { headers } : {}),
    ...(undeliveredTo ? { undeliveredTo: person(undeliveredTo, scope).email } : {}),
    ...(meeting
      ? {
          calendar: invitation(
            meeting,
            sender,
            meeting.attendees.map((key) => person(key, scope)),
          ),
        }
      : {}),
    files: (files ?? [])
      .filter(({ onlyTimes }) => isTime(onlyTimes, scope.facts))
      .map((file) => makeFile(file, scope)),
  });
}

function isTime(times: number[] | undefined, { round }: Facts): boolean {
  return times?.includes(round + 1) ?? true;
}

function person(template: string, scope: Scope) {
  return contactNamed(scope.contacts, String(fillIn(template, scope)));
}

function fillText(text: Text | OutlineForm['subject'], scope: Scope): string {
  if (typeof text === 'string' || Array.isArray(text)) return String(fillIn([text].flat().join('\n'), scope));
  return pick(
    text.each.map((one) => [one].flat().join('\n')),
    scope,
  );
}

function pick(alternatives: string[], scope: Scope): string {
  return scope.facts.each(alternatives.map((one) => String(fillIn(one, scope))));
}
