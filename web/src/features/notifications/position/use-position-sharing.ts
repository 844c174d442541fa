import { useEffect, useSyncExternalStore } from 'react';
import { useApi } from '../../../services.ts';
import { positionSharing, type SharingState } from './position-sharing.ts';

/** Shares the position of this person's device while the app is open, if the person began it on this device. */
export function usePositionSharing(userId: string | undefined): void {
  const api = useApi();
  useEffect(() => (userId === undefined ? undefined : positionSharing.open({ api, userId })), [api, userId]);
}

export function useSharingState(): SharingState {
  return useSyncExternalStore(positionSharing.subscribe, positionSharing.state);
}
