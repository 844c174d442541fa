import type { Hardware } from '@allclear/contract';
import type { BulkAction } from './BulkMenu.tsx';
import { CommandsDialog } from './CommandsDialog.tsx';
import { ConnectionDialog } from './connection/ConnectionDialog.tsx';
import { PaDialog } from './public-address/PaDialog.tsx';
import { ReasonDialog } from './ReasonDialog.tsx';
import { RelayDialog } from './relays/RelayDialog.tsx';
import { SirenDialog } from './siren/SirenDialog.tsx';
import { DrillDialog } from './tests/DrillDialog.tsx';
import { StopTestsDialog } from './tests/StopTestsDialog.tsx';
import { TestDialog } from './tests/TestDialog.tsx';
import type { UnitAction } from './unit-actions.ts';

/** The dialog that is open: of one unit, of several, or of none yet. */
export type OpenDialog =
  | { readonly kind: 'unit'; readonly action: UnitAction; readonly id: string }
  | { readonly kind: 'bulk'; readonly action: BulkAction; readonly ids: readonly string[] }
  | { readonly kind: 'add' }
  | { readonly kind: 'message' };

interface UnitDialogsProps {
  units: readonly Hardware[];
  dialog: OpenDialog;
  mayWrite: boolean;
  onClose: () => void;
}

/** The dialogs of the hardware page. */
export function UnitDialogs({ units, dialog, mayWrite, onClose }: UnitDialogsProps) {
  switch (dialog.kind) {
    case 'unit': {
      const unit = units.find(({ id }) => id === dialog.id);
      return unit ? (
        <OfUnit unit={unit} action={dialog.action} mayWrite={mayWrite} onClose={onClose} />
      ) : null;
    }
    case 'bulk':
      return (
        <OfUnits
          units={units.filter(({ id }) => dialog.ids.includes(id))}
          action={dialog.action}
          onClose={onClose}
        />
      );
    case 'add':
      return <ConnectionDialog unit={null} onClose={onClose} />;
    case 'message':
      return <PaDialog onClose={onClose} />;
  }
}

interface OfUnitProps {
  unit: Hardware;
  action: UnitAction;
  mayWrite: boolean;
  onClose: () => void;
}

function OfUnit({ unit, action, mayWrite, onClose }: OfUnitProps) {
  switch (action) {
    case 'test':
      return <TestDialog units={[unit]} onClose={onClose} />;
    case 'drill':
      return <DrillDialog units={[unit]} onClose={onClose} />;
    case 'enable':
    case 'disable':
      return <ReasonDialog units={[unit]} enables={action === 'enable'} onClose={onClose} />;
    case 'commands':
      return <CommandsDialog unit={unit} onClose={onClose} />;
    case 'settings':
      return <SirenDialog unit={unit} mayWrite={mayWrite} onClose={onClose} />;
    case 'relays':
      return <RelayDialog unit={unit} mayWrite={mayWrite} onClose={onClose} />;
    case 'connection':
      return <ConnectionDialog unit={unit} onClose={onClose} />;
  }
}

interface OfUnitsProps {
  units: readonly Hardware[];
  action: BulkAction;
  onClose: () => void;
}

function OfUnits({ units, action, onClose }: OfUnitsProps) {
  const sirens = units.filter(({ isSiren }) => isSiren);
  switch (action) {
    case 'enable':
    case 'disable':
      return <ReasonDialog units={units} enables={action === 'enable'} onClose={onClose} />;
    case 'stop':
      return <StopTestsDialog units={sirens} onClose={onClose} />;
    case 'drill':
      return <DrillDialog units={sirens} onClose={onClose} />;
    default:
      return <TestDialog units={sirens} chosen={action} onClose={onClose} />;
  }
}
