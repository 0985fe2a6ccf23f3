import { useDeferredValue, useState } from 'react';
import type { Order } from './choice.ts';
import { firstOrder, type ListTab, type Place, useDriveList } from './use-drive-list.ts';

type Step = { id: string; name: string };
export type PickerTab = ListTab | 'uploadNewFile';
export type PickerPlace = ReturnType<typeof usePickerPlace>;

/** The place in the drive that the picker shows, and navigation to another folder, tab or order. */
export function usePickerPlace() {
  const [tab, setTab] = useState<PickerTab>('myDrive');
  const [listTab, setListTab] = useState<ListTab>('myDrive');
  const [folderId, setFolderId] = useState<string | null>(null);
  /** New files go to the folder of the own drive that was shown last; null at its top. */
  const [target, setTarget] = useState<Step | null>(null);
  const [typed, setTyped] = useState('');
  const [order, setOrder] = useState<Order | null>(null);
  const [boxes, setBoxes] = useState(false);
  const place: Place = { tab: listTab, folderId, typed: useDeferredValue(typed.trim()) };
  const list = useDriveList(place, order);
  const isTarget = listTab === 'myDrive' && folderId === (target?.id ?? null);

  function showTab(next: PickerTab): void {
    setTab(next);
    if (next === 'uploadNewFile' || next === listTab) return;
    setListTab(next);
    setFolderId(null);
    if (next === 'myDrive') setTarget(null);
    setTyped('');
    setOrder(null);
  }

  /** Null is the start of the tab. Any folder on the path to an own folder is an own one too. */
  function open(folder: Step | null, isOwn = isTarget): void {
    setFolderId(folder?.id ?? null);
    if (isOwn && listTab === 'myDrive') setTarget(folder && { id: folder.id, name: folder.name });
    setTyped('');
  }

  function up(): void {
    if (folderId !== null) open(list.steps.at(-2) ?? null);
  }

  return {
    ...{ tab, showTab, place, list, target, open, up, typed, setTyped, boxes, setBoxes },
    order: order ?? firstOrder(place),
    setOrder,
  };
}
