import type { Hardware, HardwareConnection, HardwareDriver } from '@allclear/contract';
import { Button, Skeleton } from '@mantine/core';
import { useState } from 'react';
import { messageOf } from '../../../api/failure.ts';
import { routes } from '../../../api/routes.ts';
import { ChangedMeanwhile, changesBetween } from '../../../forms/ChangedMeanwhile.tsx';
import { editTexts, FormDialog } from '../../../forms/FormDialog.tsx';
import { removalOf } from '../../../forms/removal.ts';
import { useEditedForm } from '../../../forms/use-edited-form.ts';
import { CloseFooter, Dialog } from '../../../ui/Dialog.tsx';
import { toast } from '../../../ui/toast.ts';
import classes from '../Hardware.module.css';
import { useHardwareConnection, useHardwareDrivers, useRenewedConnection } from '../use-device.ts';
import { useHardwareChange } from '../use-hardware.ts';
import { CheckConnection } from './CheckConnection.tsx';
import { DeviceFields, UnitFields } from './ConnectionFieldsForm.tsx';
import {
  type ConnectionFields,
  connectionBody,
  connectionChanges,
  connectionFieldsOf,
  connectionProblems,
  connectionRefusal,
  connectionTexts,
  removalText,
} from './connection-fields.ts';

interface ConnectionDialogProps {
  /** Null for a new unit. */
  unit: Hardware | null;
  onClose: () => void;
}

/** Add Hardware, Edit Hardware: what a unit is, where it stands, and how it is reached. */
export function ConnectionDialog({ unit, onClose }: ConnectionDialogProps) {
  const drivers = useHardwareDrivers();
  const stored = useHardwareConnection(unit?.id ?? null);
  // The form begins with what was stored after it was opened, and is reset only when its user asks for that.
  const [edited, setEdited] = useState<{ connection: HardwareConnection; serial: number } | null>(null);
  if (unit && stored.data && !stored.isFetching && edited === null)
    setEdited({ connection: stored.data, serial: 1 });
  const error = drivers.error ?? stored.error;
  if (drivers.data && (unit === null || (edited && stored.data)))
    return (
      <ConnectionForm
        key={edited?.serial ?? 0}
        unit={unit}
        drivers={drivers.data}
        edited={edited?.connection ?? null}
        current={stored.data ?? null}
        onReload={() =>
          stored.data && setEdited({ connection: stored.data, serial: (edited?.serial ?? 0) + 1 })
        }
        onClose={onClose}
      />
    );
  return (
    <Dialog opened title={editTexts('Hardware', unit === null).title} size={680} onClose={onClose}>
      {error ? (
        <p className={classes.problem} role="alert">
          {messageOf(error)}{' '}
          <Button
            variant="default"
            onClick={() => {
              void drivers.refetch();
              if (unit) void stored.refetch();
            }}
          >
            Try again
          </Button>
        </p>
      ) : (
        <Skeleton height={320} role="status" aria-label="Loading the connection" />
      )}
      <CloseFooter onClose={onClose} />
    </Dialog>
  );
}

interface ConnectionFormProps extends ConnectionDialogProps {
  drivers: readonly HardwareDriver[];
  edited: HardwareConnection | null;
  /** As it is stored now. */
  current: HardwareConnection | null;
  onReload: () => void;
}

function ConnectionForm({ unit, drivers, edited, current, onReload, onClose }: ConnectionFormProps) {
  const renewed = useRenewedConnection();
  const save = useHardwareChange((api, fields: ConnectionFields) =>
    edited
      ? api.call(routes.changeHardware, {
          body: {
            ...connectionChanges(edited, fields),
            id: edited.id,
            revision: (current ?? edited).revision,
          },
        })
      : api.call(routes.addHardware, { body: connectionBody(fields), once: true }),
  );
  const remove = useHardwareChange((api, id: string) => api.call(routes.deleteHardware, { params: { id } }));
  const done = ({ message }: { message: string }) => {
    toast('success', message);
    onClose();
  };
  const form = useEditedForm({
    initial: () => connectionFieldsOf(edited),
    labels: { warningSound: 'Wiring', allClearSound: 'Wiring', light: 'Wiring' },
    check: connectionProblems,
    send: (fields) => save.mutateAsync(fields),
    onSent: done,
    refusalOf: (thrown) => connectionRefusal(thrown, edited === null),
    onRefused: renewed,
    guardsTab: true,
  });
  const busy = save.isPending || save.isSuccess;
  return (
    <FormDialog
      form={form}
      opened
      {...editTexts('Hardware', edited === null)}
      size={680}
      lost="Your changes have not been saved and will be lost."
      recordId={edited?.id}
      removal={removalOf(unit, {
        item: 'Hardware',
        text: unit ? removalText(unit) : undefined,
        mutation: remove,
        onRemoved: done,
        onRefused: (thrown) => toast('error', 'The hardware was not removed', messageOf(thrown)),
      })}
      onClose={onClose}
    >
      {edited && !busy && (
        <ChangedMeanwhile
          what="unit"
          changes={current && changesBetween(edited, current, connectionTexts)}
          onReload={onReload}
        />
      )}
      <UnitFields form={form} />
      <DeviceFields form={form} drivers={drivers} hasPassword={edited?.hasPassword ?? false} />
      <CheckConnection fields={form.fields} id={edited?.id} />
    </FormDialog>
  );
}
