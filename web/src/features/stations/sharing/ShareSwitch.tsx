import type { WeatherStation } from '@allclear/contract';
import { Switch } from '@mantine/core';
import { messageOf } from '../../../api/failure.ts';
import { stationKeys } from '../../../api/query-keys/stations.ts';
import { routes } from '../../../api/routes.ts';
import { useChange } from '../../../api/use-route.ts';
import { toast } from '../../../ui/toast.ts';

interface ShareSwitchProps {
  station: WeatherStation;
  /** The own organization is on trial: then the page is open to everybody. */
  isOnTrial: boolean;
}

/** Opens the page of an own station to others. */
export function ShareSwitch({ station, isOnTrial }: ShareSwitchProps) {
  const { id, revision, shared = false } = station;
  const change = useChange(
    (api, next: boolean) =>
      api.call(routes.shareStation, {
        body: { id, shared: next, ...(revision === undefined ? {} : { revision }) },
      }),
    stationKeys.station.of(id),
  );
  const isOn = change.isPending ? change.variables : shared;
  return (
    <Switch
      label="Share this station"
      description={
        isOnTrial
          ? 'Everybody who has the address may open this page, without a sign-in.'
          : 'Other organizations with access to shared stations may open this page.'
      }
      checked={isOn}
      disabled={change.isPending}
      onChange={(event) =>
        change.mutate(event.currentTarget.checked, {
          onSuccess: ({ message }) => toast('success', message),
          onError: (error) => toast('error', 'Error sharing the station', messageOf(error)),
        })
      }
    />
  );
}
