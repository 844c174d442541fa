import type { PlaceDuties } from '@allclear/contract';
import { checkDuty, type Duty, dutyKindTexts } from '@allclear/domain';
import { Alert, Button, Skeleton } from '@mantine/core';
import { useState } from 'react';
import { ApiFailure } from '../../../api/failure.ts';
import { FormDialog } from '../../../forms/FormDialog.tsx';
import { type Refusal, useEditedForm } from '../../../forms/use-edited-form.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { toast } from '../../../ui/toast.ts';
import classes from './Duties.module.css';
import { DutyFields } from './DutyFields.tsx';
import { type DutyFields as Fields, useDuties, usePeople, useSaveDuties } from './use-duties.ts';

interface DutiesDialogProps {
  organizationLocationId: string;
  /** The name of the place. */
  label: string;
  onClose: () => void;
}

/** Who watches and who decides at a place: loaded, then edited and saved as a whole. */
export default function DutiesDialog(props: DutiesDialogProps) {
  const { organizationLocationId, label, onClose } = props;
  const { data, isError } = useDuties(organizationLocationId);
  if (data) return <DutiesForm {...props} current={data} />;
  return (
    <Dialog opened onClose={onClose} title={`Duties: ${label}`} size={640}>
      {isError ? (
        <p role="alert">The duties could not be loaded. Please try again.</p>
      ) : (
        <Skeleton height={220} radius={8} aria-label="Loading duties" />
      )}
    </Dialog>
  );
}

const nobody: Duty = { userId: null, standIns: [] };
const fieldsOf = ({ watcher, decisionMaker }: PlaceDuties): Fields => ({
  watcher: watcher ?? nobody,
  decisionMaker: decisionMaker ?? nobody,
});

/** The sentences of both duties, by the labels of the server. */
function check({ watcher, decisionMaker }: Fields) {
  const labeled = (label: string, duty: Duty) =>
    Object.entries(checkDuty(duty)).map(([field, sentences]) => [`${label}.${field}`, sentences]);
  return Object.fromEntries([...labeled('Watcher', watcher), ...labeled('DecisionMaker', decisionMaker)]);
}

function DutiesForm({ label, current, onClose }: DutiesDialogProps & { current: PlaceDuties }) {
  const [edited, setEdited] = useState(current);
  const save = useSaveDuties(edited);
  const people = (usePeople().data ?? []).map(({ id, fullName }) => ({
    value: id,
    label: fullName || 'Unnamed',
  }));
  const form = useEditedForm<Fields, PlaceDuties>({
    initial: () => fieldsOf(current),
    check,
    send: (fields) => save.mutateAsync(fields),
    onSent: () => {
      toast('success', 'Duties saved');
      onClose();
    },
    refusalOf,
    guardsTab: true,
  });
  const reload = () => {
    setEdited(current);
    form.rebase(fieldsOf(current));
  };
  const errorOf = (duty: string) => (field: string) => form.errorOf(field === '' ? duty : `${duty}.${field}`);
  return (
    <FormDialog
      form={form}
      opened
      title={`Duties: ${label}`}
      size={640}
      submit="Save"
      lost="Your changes have not been saved and will be lost."
      onClose={onClose}
    >
      {current.revision !== edited.revision && !save.isSuccess && (
        <Alert
          color="var(--warning)"
          variant="outline"
          title="These duties were changed meanwhile"
          role="alert"
        >
          <Button variant="default" onClick={reload}>
            Show them as they are now
          </Button>
        </Alert>
      )}
      <OnDuty duties={current} />
      <p className={classes.hint}>
        Times are by the clock of the place ({current.timeZone}). Where times overlap, the first stand-in is
        on duty. Who is not active never counts.
      </p>
      <DutyFields
        title={dutyKindTexts.watcher}
        {...{ people, duty: form.fields.watcher, errorOf: errorOf('Watcher') }}
        onChange={(watcher) => form.change({ watcher })}
      />
      <DutyFields
        title={dutyKindTexts['decision-maker']}
        {...{ people, duty: form.fields.decisionMaker, errorOf: errorOf('DecisionMaker') }}
        onChange={(decisionMaker) => form.change({ decisionMaker })}
      />
    </FormDialog>
  );
}

/** Who has each duty now, as it is stored, with what is wrong there. */
function OnDuty({ duties: { onDuty } }: { duties: PlaceDuties }) {
  if (onDuty.length === 0) return <p className={classes.hint}>Nobody has a duty here yet.</p>;
  return (
    <ul className={classes.now} aria-label="On duty now">
      {onDuty.map(({ kind, name, fault }) => (
        <li key={kind}>
          {dutyKindTexts[kind]} now: <strong>{name ?? 'nobody'}</strong>
          {fault !== null && <span className={classes.problem}> {fault}.</span>}
        </li>
      ))}
    </ul>
  );
}

function refusalOf(thrown: unknown): Refusal {
  const header = 'Error saving the duties';
  if (!(thrown instanceof ApiFailure)) return { header, message: '', fields: {} };
  const fields = Object.fromEntries(
    Object.entries(thrown.errors).map(([label, sentences]) => [label, [...sentences]]),
  );
  return { header, message: thrown.message, fields };
}
