import type { Hardware } from '@allclear/contract';
import { Button, Group } from '@mantine/core';
import { Dialog } from '../../../ui/Dialog.tsx';
import { namesText } from '../unit-text.ts';
import classes from './Tests.module.css';
import { UnitResults } from './UnitResults.tsx';
import { useTestRun } from './use-test-run.ts';

/** Stops the tests of several units, and says what became of each. */
export function StopTestsDialog({ units, onClose }: { units: readonly Hardware[]; onClose: () => void }) {
  const { stop, stopped, busy } = useTestRun(units);
  return (
    <Dialog opened title={`Stop the tests of ${units.length} units`} onClose={onClose}>
      <div className={classes.body}>
        <p>{namesText(units, 8)}</p>
        <p>Sound ends, and the light goes dark unless a real delay is on.</p>
        {stopped && <UnitResults label="Units" results={stopped} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
          <Button data-autofocus loading={busy} onClick={() => void stop()}>
            Stop Test
          </Button>
        </Group>
      </div>
    </Dialog>
  );
}
