import { useCallback, useEffect, useState } from 'react';
import { messageOf } from '../../../api/failure.ts';
import { toast } from '../../../ui/toast.ts';
import { rememberDevice } from '../use-registered-device.ts';
import { type DeviceState, deviceState, endpointHash, subscribeDevice } from './push-device.ts';
import { useAddPush } from './use-settings.ts';

/** This browser's permission and the hash of its subscription; null until the browser has answered. */
export function useThisDevice() {
  const [device, setDevice] = useState<{ state: DeviceState; hash: string | null } | null>(null);
  const refresh = useCallback(async () => {
    const { state, endpoint } = await deviceState();
    setDevice({ state, hash: endpoint === null ? null : await endpointHash(endpoint) });
  }, []);
  useEffect(() => void refresh(), [refresh]);
  return { device, refresh };
}

/** Subscribes this browser; returns the problem if that fails. */
export function useEnabling(userId: string, publicKey: string | undefined, refresh: () => Promise<void>) {
  const add = useAddPush();
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const enable = async () => {
    if (publicKey === undefined) return;
    setBusy(true);
    setProblem(null);
    try {
      const subscription = await subscribeDevice(publicKey);
      if (subscription) {
        const { message } = await add.mutateAsync(subscription);
        rememberDevice(userId, subscription.endpoint);
        toast('success', message);
      } else setProblem('Permission was not given, so nothing was changed.');
    } catch (thrown) {
      setProblem(
        `This device could not be enabled. ${thrown instanceof DOMException ? thrown.message : messageOf(thrown)}`,
      );
    }
    await refresh();
    setBusy(false);
  };
  return { problem, busy, enable };
}
