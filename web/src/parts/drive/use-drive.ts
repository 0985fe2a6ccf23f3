import { createContext, useContext, useSyncExternalStore } from 'react';
import type { DriveModel } from '../../model/drive/drive-model.ts';

export const DriveModelContext = createContext<DriveModel | null>(null);

export function useDriveModel(): DriveModel {
  const model = useContext(DriveModelContext);
  if (!model) throw new Error('There is no drive around this part of the screen');
  return model;
}

/** Reads from the model, and rerenders when what it read changes. */
export function useDrive<T>(read: (model: DriveModel) => T): T {
  const model = useDriveModel();
  return useSyncExternalStore(model.subscribe, () => read(model));
}
