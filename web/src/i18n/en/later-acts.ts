import type { laterActs as vi } from '../vi/later-acts.ts';
import type { Words } from '../words.ts';

export const laterActs: Words<typeof vi> = {
  filtered_one: 'The filter changed {{count, number}} message',
  filtered_other: 'The filter changed {{count, number}} messages',
  history: {
    empty: 'There’s nothing to undo yet.',
    note: 'Actions on a whole list can be undone for 24 hours.',
    undo: 'Undo',
    undoing: 'Undoing',
    undone: 'Undone',
    final: 'Can no longer be undone',
    failed: 'We couldn’t load earlier actions. Check your connection and open this again.',
  },
  batch: {
    panel: 'In progress',
    progress: '{{done, number}} / {{total, number}}',
    stop: 'Stop',
    stopping: 'Stopping…',
  },
  bulk: {
    undoing: 'Undoing',
    blocked_one: 'Blocked {{count, number}} sender',
    blocked_other: 'Blocked {{count, number}} senders',
    unblocked_one: 'Unblocked {{count, number}} sender',
    unblocked_other: 'Unblocked {{count, number}} senders',
    notBlocked_one: '{{count, number}} sender not blocked: the list of blocked senders is full',
    notBlocked_other: '{{count, number}} senders not blocked: the list of blocked senders is full',
    cancelled: 'Stopped after {{threads}}',
    failed: 'Something went wrong after {{threads}}. Nothing else was changed. Try again.',
  },
  moveTitle: 'Move {{threads}} to',
  finalDelete: {
    title: 'Permanently delete {{threads}}?',
    text: 'You can’t recover deleted conversations.',
    textOne: '“{{subject}}” will be permanently deleted.',
  },
  emptyTrash: {
    title: 'Permanently delete {{threads}} in Trash?',
    text: 'Trash will be emptied. This can’t be undone.',
  },
  spam: {
    title_one: 'Block this sender?',
    title_other: 'Block these senders?',
    text_one: 'Mail from this address will go straight to Junk from now on.',
    text_other: 'Mail from these {{count, number}} addresses will go straight to Junk from now on.',
    onlyMove: 'Just move to Junk',
    block: 'Block and move to Junk',
    wholeTitle: 'Report {{threads}} as junk',
    wholeText: 'All of them go to Junk. If you block the senders, their new mail goes straight to Junk too.',
    blockFailed: 'The conversation was moved to Junk, but we couldn’t block the sender. {{reason}}',
  },
};
