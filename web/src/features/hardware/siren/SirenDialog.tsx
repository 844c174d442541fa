import type { Hardware, SirenSettings } from '@allclear/contract';
import { Button, Skeleton } from '@mantine/core';
import { useState } from 'react';
import { messageOf } from '../../../api/failure.ts';
import { routes } from '../../../api/routes.ts';
import { ChangedMeanwhile, changesBetween } from '../../../forms/ChangedMeanwhile.tsx';
import { FormDialog } from '../../../forms/FormDialog.tsx';
import { useEditedForm } from '../../../forms/use-edited-form.ts';
import { CloseFooter, Dialog } from '../../../ui/Dialog.tsx';
import { toast } from '../../../ui/toast.ts';
import classes from '../Hardware.module.css';
import { useHardwareChange, useSirenSettings } from '../use-hardware.ts';
import { Schedules } from './Schedules.tsx';
import { SettingsView } from './SettingsView.tsx';
import { SirenFieldsForm } from './SirenFieldsForm.tsx';
import {
  type SirenFields,
  sirenChanges,
  sirenFieldsOf,
  sirenProblems,
  sirenRefusal,
  sirenTexts,
} from './siren-fields.ts';

interface SirenDialogProps {
  unit: Hardware;
  mayWrite: boolean;
  onClose: () => void;
}

/** The settings of an outdoor warning system. */
export function SirenDialog({ unit, mayWrite, onClose }: SirenDialogProps) {
  const { data: settings, error, isFetching, refetch } = useSirenSettings(unit.id);
  // What the form began with; it is reset to what somebody else saved only when its user asks for that.
  const [edited, setEdited] = useState<{ settings: SirenSettings; serial: number } | null>(null);
  if (settings && edited === null) setEdited({ settings, serial: 1 });
  const title = `Settings of ${unit.name}`;
  if (settings && edited && mayWrite)
    return (
      <SirenForm
        key={edited.serial}
        title={title}
        edited={edited.settings}
        current={settings}
        onReload={() => setEdited({ settings, serial: edited.serial + 1 })}
        onClose={onClose}
      />
    );
  return (
    <Dialog opened title={title} size="lg" onClose={onClose}>
      {error && (
        <p className={classes.problem} role="alert">
          {messageOf(error)}{' '}
          <Button variant="default" loading={isFetching} onClick={() => void refetch()}>
            Try again
          </Button>
        </p>
      )}
      {!settings && !error && <Skeleton height={320} role="status" aria-label="Loading settings" />}
      {settings && <SettingsView settings={settings} />}
      {settings && <Schedules unitId={unit.id} timeZone={unit.timeZoneId} mayWrite={false} />}
      <CloseFooter onClose={onClose} />
    </Dialog>
  );
}

interface SirenFormProps {
  title: string;
  /** As they were when the form opened. */
  edited: SirenSettings;
  /** As they are stored now. */
  current: SirenSettings;
  onReload: () => void;
  onClose: () => void;
}

function SirenForm({ title, edited, current, onReload, onClose }: SirenFormProps) {
  const save = useHardwareChange((api, fields: SirenFields) =>
    api.call(routes.changeSirenSettings, {
      body: { id: edited.id, revision: current.revision, ...sirenChanges(edited, fields) },
    }),
  );
  const form = useEditedForm({
    initial: () => sirenFieldsOf(edited),
    labels: { alertTimes: [0, 1, 2, 3, 4, 5, 6].map((day) => `AlertTimes[${day}].StartTime`) },
    check: sirenProblems,
    send: (fields) => save.mutateAsync(fields),
    onSent: () => {
      toast('success', 'OWS Settings Successfully Updated');
      onClose();
    },
    refusalOf: sirenRefusal,
    guardsTab: true,
  });
  const busy = save.isPending || save.isSuccess;
  return (
    <FormDialog
      form={form}
      opened
      title={title}
      submit="Save Changes"
      size={720}
      lost="Your changes have not been saved and will be lost."
      recordId={edited.id}
      onClose={onClose}
    >
      {!busy && (
        <ChangedMeanwhile
          what="unit"
          changes={changesBetween(edited, current, sirenTexts)}
          onReload={onReload}
        />
      )}
      <SirenFieldsForm settings={current} form={form} />
      <Schedules unitId={edited.id} timeZone={edited.timeZoneId} mayWrite />
    </FormDialog>
  );
}
