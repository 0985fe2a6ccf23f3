import { readdirSync } from 'node:fs';
import type { Contacts } from './contacts.ts';
import { type ConversationForm, conversationFileForm, conversationForm } from './conversation-form.ts';
import { check, DATA_FOLDER, readDataFile } from './data-file.ts';
import type { Matter, Timing } from './message.ts';
import { people } from './people.ts';
import { writeConversation } from './write-conversation.ts';

const folders = new Set(['Junk', 'Trash', ...people.flatMap(({ ownFolders }) => ownFolders)]);

/** Every conversation of every file, files in the order of their names. */
export function readConversations(contacts: Contacts, folder: URL = DATA_FOLDER): Matter[] {
  const files = readdirSync(new URL('conversations/', folder)).filter((name) => name.endsWith('.json'));
  const seen = new Set<string>();
  return files.sort().flatMap((name) => {
    const file = `conversations/${name}`;
    return readDataFile(file, conversationFileForm, folder).conversations.map((found) => {
      const place = `${file}, ${found.name}`;
      const conversation = check(found, conversationForm, place);
      // What is drawn for a conversation follows from its name alone.
      if (seen.has(conversation.name)) throw new Error(`${place}: the name is given twice`);
      seen.add(conversation.name);
      return matterOf(conversation, contacts, place);
    });
  });
}

function matterOf(conversation: ConversationForm, contacts: Contacts, place: string): Matter {
  const { name, folder, starred, spoofed, auth } = conversation;
  const timing = timingOf(conversation.when, place);
  if (folder !== undefined && !folders.has(folder))
    throw new Error(`${place}: nobody has a folder "${folder}"`);
  const last = 'times' in timing ? timing.times : 1;
  for (const { onlyTimes, askReceipt, files } of conversation.messages) {
    const times = [onlyTimes, askReceipt, ...(files ?? []).map((file) => file.onlyTimes)].flat();
    const beyond = times.find((time) => time !== undefined && time > last);
    if (beyond !== undefined) throw new Error(`${place}: there is no time ${beyond}, the last is ${last}`);
  }
  return {
    name,
    timing,
    ...(folder === undefined ? {} : { folder }),
    ...(starred ? { starred } : {}),
    ...(spoofed ? { spoofed } : {}),
    ...(auth ? { auth } : {}),
    write(facts) {
      try {
        return writeConversation(conversation, contacts, facts);
      } catch (error) {
        throw new Error(`${place}, ${error instanceof Error ? error.message : error}`, { cause: error });
      }
    },
  };
}

function timingOf(when: ConversationForm['when'], place: string): Timing {
  const { spread, monthly, yearly, daysBeforeTet, hoursAgo } = when;
  if (spread !== undefined) return { kind: 'spread', times: spread };
  if (monthly) return { kind: 'monthly', ...monthly };
  if (yearly) return { kind: 'yearly', ...yearly };
  if (daysBeforeTet !== undefined) return { kind: 'beforeTet', days: daysBeforeTet };
  if (hoursAgo !== undefined) return { kind: 'ago', hours: hoursAgo };
  throw new Error(`${place}: it is not said when`);
}
