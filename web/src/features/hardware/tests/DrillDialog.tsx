import type { BegunTests, Hardware } from '@allclear/contract';
import { Button, Checkbox, Group, NumberInput } from '@mantine/core';
import { useState } from 'react';
import { messageOf } from '../../../api/failure.ts';
import { routes } from '../../../api/routes.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { toast } from '../../../ui/toast.ts';
import { useHardwareChange } from '../use-hardware.ts';
import classes from './Tests.module.css';
import { UnitResults } from './UnitResults.tsx';

const longestMinutes = 15;

/** A drill: warning and all clear as in a storm, of units that are each ticked once more. */
export function DrillDialog({ units, onClose }: { units: readonly Hardware[]; onClose: () => void }) {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const [minutes, setMinutes] = useState<number | string>(2);
  const [begun, setBegun] = useState<BegunTests['units'] | null>(null);
  const ids = units.map(({ id }) => id);
  const drill = useHardwareChange((api, length: number) =>
    api.call(routes.drillSirens, { body: { ids, confirmedIds: [...ticked], minutes: length } }),
  );
  const length = Number(minutes);
  const isValid = Number.isInteger(length) && length >= 1 && length <= longestMinutes;
  const tick = (id: string, isOn: boolean) =>
    setTicked((before) => new Set(isOn ? [...before, id] : [...before].filter((one) => one !== id)));
  const start = () =>
    drill.mutate(length, {
      onSuccess: ({ units: answers }) => setBegun(answers),
      onError: (thrown) => toast('error', 'The drill was not begun', messageOf(thrown)),
    });
  return (
    <Dialog opened size="lg" title="Drill" closeOnClickOutside={false} onClose={onClose}>
      <div className={classes.body}>
        <p>
          A drill sounds the warning signal, lights the light, and ends with the all-clear signal. It is
          marked as a drill everywhere and changes no real state. Real units sound on live weather only.
        </p>
        {begun ? (
          <UnitResults label="Units" results={begun} />
        ) : (
          <>
            <ul className={classes.units} aria-label="Units of the drill">
              {units.map(({ id, name, locationName }) => (
                <li key={id}>
                  <Checkbox
                    label={`${name}, ${locationName}: people there know of the drill`}
                    checked={ticked.has(id)}
                    onChange={(event) => tick(id, event.currentTarget.checked)}
                  />
                </li>
              ))}
            </ul>
            <NumberInput
              label="Minutes from the warning signal to the all-clear signal"
              min={1}
              max={longestMinutes}
              allowDecimal={false}
              value={minutes}
              error={isValid ? undefined : `From 1 to ${longestMinutes} minutes`}
              onChange={setMinutes}
            />
          </>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {begun ? 'Close' : 'Cancel'}
          </Button>
          {!begun && (
            <Button
              disabled={!isValid || !ids.every((id) => ticked.has(id))}
              loading={drill.isPending}
              onClick={start}
            >
              Start Drill
            </Button>
          )}
        </Group>
      </div>
    </Dialog>
  );
}
