import type { ComponentType } from 'react';
import type { ActTarget } from './act-target.ts';

export type ActId =
  | 'archive'
  | 'delete'
  | 'removeDrafts'
  | 'deleteForGood'
  | 'emptyTrash'
  | 'restore'
  | 'spam'
  | 'notSpam'
  | 'move'
  | 'label'
  | 'snooze'
  | 'unsnooze'
  | 'followUp'
  | 'endFollowUp'
  | 'markRead'
  | 'markUnread'
  | 'star'
  | 'unstar'
  | 'pin'
  | 'unpin'
  | 'mute'
  | 'unmute'
  | 'markAllRead'
  | 'markAllUnread'
  | 'cancelScheduled'
  | 'cancelPeriodic';

/** An act of the mailbox, defined once for toolbar, row, menu, keyboard and palette. */
export type ThreadAct = {
  id: ActId;
  icon: ComponentType<{ size?: number | string }>;
  /** As `shortcuts.ts` names keys. */
  shortcut?: string;
  /** It applies to the folder as a whole, and not to the selection. */
  ofFolder?: true;
  available(target: ActTarget): boolean;
  perform(target: ActTarget): void;
};
