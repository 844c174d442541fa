import type { Hardware } from '@allclear/contract';
import classes from './Hardware.module.css';
import { namesText } from './unit-text.ts';
import { signallingUnits, useHardware } from './use-hardware.ts';

/** Before a place is deleted or moved: the units that signal there now go dark without an all clear. */
export default function SignalNote({ organizationLocationId }: { organizationLocationId: string }) {
  const { data: units } = useHardware();
  const signalling = signallingUnits(units ?? [], organizationLocationId);
  if (signalling.length === 0) return null;
  return (
    <p className={classes.danger} role="alert">
      {darkText(signalling)}
    </p>
  );
}

/** '2 units signal now …': what withdraws their signal lets them go dark. */
export function darkText(units: readonly Pick<Hardware, 'name'>[]): string {
  const [verb, light] = units.length === 1 ? ['signals', 'its light goes'] : ['signal', 'their lights go'];
  return `${namesText(units)} ${verb} now: ${light} dark without an all clear. Make sure that people do not take that for one.`;
}
