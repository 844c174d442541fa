import type { Sounding } from '@allclear/contract';
import { Button } from '@mantine/core';
import { IconVolume, IconVolumeOff } from '@tabler/icons-react';
import { messageOf } from '../../../api/failure.ts';
import { pollEveryMs } from '../../../api/polling.ts';
import { hardwareKeys } from '../../../api/query-keys/hardware.ts';
import { routes } from '../../../api/routes.ts';
import { useChange, useRouteQuery } from '../../../api/use-route.ts';
import { clock } from '../../../clock/clock.ts';
import { toast } from '../../../ui/toast.ts';
import { namesText } from '../unit-text.ts';
import classes from './StopSoundBar.module.css';

/** On every page while something sounds: what sounds, and one press that stops it. */
export default function StopSoundBar() {
  const { data, error } = useRouteQuery(routes.getSounding, hardwareKeys.sounding.all, {
    refetchInterval: () => pollEveryMs('sounding', clock.speed()),
  });
  const now = clock.now();
  // Without an answer, what has ended by its own limit sounds no more.
  const units = (data?.units ?? []).filter(
    ({ endsUtc }) => error === null || now === null || Date.parse(endsUtc) > now,
  );
  return units.length === 0 ? null : <Bar units={units} />;
}

function Bar({ units }: { units: Sounding['units'] }) {
  const mine = units.filter(({ mayOperate }) => mayOperate);
  const stop = useChange(
    (api, ids: string[]) => api.call(routes.stopSound, { body: { ids } }),
    hardwareKeys.sounding.all,
    ({ units: answers }) => {
      const refused = answers.filter(({ ok }) => !ok);
      if (refused.length === 0) return;
      toast('error', `Sound was not stopped: ${namesText(refused)}`, refused[0]?.message);
    },
  );
  const isTest = units.every((unit) => unit.isTest);
  return (
    <div className={classes.bar} data-test={isTest || undefined}>
      <IconVolume size={22} aria-hidden="true" />
      <p role="alert">
        <strong>{isTest ? 'Test: sounding now' : 'Sounding now'}:</strong>{' '}
        {namesText(units.map(({ name, locationName }) => ({ name: nameAt(name, locationName) })))}
        {stop.error && <span> The sound was not stopped. {messageOf(stop.error)}</span>}
      </p>
      {mine.length > 0 && (
        <Button
          className={classes.stop}
          leftSection={<IconVolumeOff size={20} aria-hidden="true" />}
          loading={stop.isPending}
          onClick={() => stop.mutate(mine.map(({ id }) => id))}
        >
          Stop sound
        </Button>
      )}
    </div>
  );
}

const nameAt = (name: string, place: string) => (place ? `${name} (${place})` : name);
