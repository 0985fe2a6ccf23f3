/** What an empty list says, and what stands beside the results of a search. */
export const laterThreadList = {
  pick: {
    all: 'All',
    none: 'None',
    read: 'Read',
    unread: 'Unread',
    starred: 'Starred',
    unstarred: 'Not starred',
  },
  split: { default: 'Off', right: 'On the right', bottom: 'Below' },
  apart: {
    more_one: '{{count, number}} more conversation contains these words separately',
    more_other: '{{count, number}} more conversations contain these words separately',
    moreCapped_one: 'More than {{count, number}} other conversation contains these words separately',
    moreCapped_other: 'More than {{count, number}} other conversations contain these words separately',
    moreUnknown: 'Also show conversations that contain these words separately',
    instead: 'No message has these words together. Showing messages with them separately.',
    shown: 'Showing messages with these words, together or separately.',
    together: 'Only show messages with the words together',
  },
  empty: {
    toInbox: 'Go to Inbox',
    INBOX: {
      title: 'Your inbox is empty',
      text: 'You’re all caught up. New mail will appear here automatically.',
    },
    Starred: {
      title: 'No starred conversations',
      text: 'Star a conversation to keep it here.',
    },
    label: {
      title: 'Nothing carries this label yet',
      text: 'Give a conversation this label to see it here.',
    },
    waiting: {
      title: 'Nothing awaits a reply',
      text: 'Choose “Remind me if nobody replies” on a sent message, and it waits here.',
    },
    Sent: { title: 'Nothing sent yet', text: 'Messages you send will appear here.' },
    Drafts: { title: 'No drafts', text: 'Messages you haven’t finished are saved here.' },
    WEBMAIL_SCHEDULED: { title: 'No scheduled messages', text: 'Scheduled messages appear here.' },
    Snoozed: {
      title: 'Nothing snoozed',
      text: 'Choose “Snooze” to have a conversation leave the inbox and come back in time.',
    },
    webmail_period: { title: 'No recurring messages', text: 'Recurring messages appear here.' },
    Archive: {
      title: 'Nothing archived yet',
      text: 'Conversations you archive are kept here, out of your inbox.',
    },
    Junk: { title: 'No junk mail', text: 'Junk mail goes here.' },
    Trash: {
      title: 'Trash is empty',
      text: 'Deleted messages stay here for 30 days, then they’re permanently deleted.',
    },
    search: { title: 'No conversations found', text: 'Try fewer words or filters.' },
    folder: {
      title: 'This folder is empty',
      text: 'Drag conversations here or use “Move to”.',
    },
  },
} as const;
