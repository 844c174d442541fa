import type { Group, OrganizationLocation } from '@allclear/contract';
import { type AlertTime, overnightNote } from '@allclear/domain';
import { Button, TextInput, Tooltip } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useEffect, useId, useState } from 'react';
import { AlertTimesFields } from '../../../forms/alert-times/AlertTimesFields.tsx';
import { weekText } from '../../../forms/alert-times/alert-times.ts';
import { ChangedMeanwhile, changesBetween } from '../../../forms/ChangedMeanwhile.tsx';
import formClasses from '../../../forms/form.module.css';
import { HistoryLink } from '../../../forms/HistoryLink.tsx';
import { SearchableChoices } from '../../../forms/SearchableChoices.tsx';
import { TimeZoneSelect } from '../../../forms/TimeZoneSelect.tsx';
import { useEditedForm } from '../../../forms/use-edited-form.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { toast } from '../../../ui/toast.ts';
import classes from './Groups.module.css';
import { choices, daySentence, deletionBar, fieldsOf, problemsOf, refusalOf } from './group-fields.ts';
import { useDeleteGroup, useSaveGroup } from './use-groups.ts';

interface GroupFormProps {
  /** The group as it was when its form opened; null for a new one. */
  edited: Group | null;
  /** The same group in the current list. */
  current: Group | null;
  /** The time zone of a new group, unless it is changed. */
  timeZone: string | undefined;
  places: readonly OrganizationLocation[] | undefined;
  mayWrite: boolean;
  onChanged: (isChanged: boolean) => void;
  onSaved: (group: Group) => void;
  onReload: () => void;
  onCancel: () => void;
}

/** The fields and buttons of a group. */
export function GroupForm(props: GroupFormProps) {
  const { edited, current, timeZone, places, mayWrite, onChanged, onSaved, onReload, onCancel } = props;
  const save = useSaveGroup();
  const form = useEditedForm({
    initial: () => fieldsOf(edited, timeZone),
    labels: { locations: 'OrganizationLocations' },
    check: problemsOf,
    send: (fields) => save.mutateAsync({ edited, revision: (current ?? edited)?.revision, fields }),
    onSent: ({ message, site }) => {
      toast('success', message);
      onChanged(false);
      onSaved(site);
    },
    refusalOf: (thrown) => refusalOf(thrown, edited ? 'update' : 'add'),
    onRefused: ({ header, message }) => toast('error', header, message),
  });
  const { fields, isChanged } = form;
  useEffect(() => onChanged(isChanged), [isChanged, onChanged]);
  return (
    <form
      ref={form.element}
      className={`${formClasses.form} ${classes.form}`}
      onSubmit={form.submit}
      noValidate
    >
      {edited && !save.isPending && !save.isSuccess && (
        <ChangedMeanwhile
          what="user group"
          changes={current && changesBetween(edited, current, textsOf(places))}
          onReload={onReload}
        />
      )}
      <TextInput
        label="Name"
        size="md"
        required
        value={fields.name}
        error={form.errorOf('Name')}
        onChange={(event) => form.change({ name: event.currentTarget.value })}
      />
      <TimeZoneSelect
        value={fields.timeZone}
        error={form.errorOf('TimeZone')}
        onChange={(zone) => form.change({ timeZone: zone })}
      />
      <AlertTimesFields
        times={fields.alertTimes}
        hint="Outside these hours the group is not notified, also at night, unless a policy is life-safety."
        offText="Not notified"
        choices={choices}
        problemOf={({ day }) => daySentence(form.errors, day)}
        noteOf={noteOf}
        onChange={(alertTimes) => form.change({ alertTimes })}
      />
      {mayWrite && (
        <SearchableChoices
          label="Locations"
          description="The organization's locations that belong to this group. A location without any group belongs to all."
          placeholder={fields.locations.length === 0 ? 'Choose locations' : ''}
          data={(places ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          value={places ? fields.locations : []}
          error={form.errorOf('OrganizationLocations')}
          items="locations"
          nothingFound="No location has this name"
          onChange={(locations) => form.change({ locations: [...locations].sort() })}
        />
      )}
      {edited && <HistoryLink recordId={edited.id} />}
      <footer className={classes.footer}>
        {edited && mayWrite && <DeleteButton group={current ?? edited} />}
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" loading={form.isSending}>
          {edited ? 'Save Changes' : 'Add Group'}
        </Button>
      </footer>
    </form>
  );
}

/** A time does not break over two lines. */
const noteOf = (time: AlertTime) => overnightNote(time)?.replaceAll(/ (?=[AP]M)/g, '\u00a0') ?? null;

/** Disabled while users or locations belong to the group; a tooltip names them. */
function DeleteButton({ group }: { group: Group }) {
  const [asks, setAsks] = useState(false);
  const remove = useDeleteGroup();
  const reasonId = useId();
  const bar = deletionBar(group);
  return (
    <>
      <Tooltip
        label={bar ?? ''}
        disabled={bar === null}
        multiline
        maw={280}
        events={{ hover: true, focus: true, touch: true }}
      >
        <Button
          className={classes.delete ?? ''}
          variant="subtle"
          color="var(--danger)"
          leftSection={<IconTrash size={18} />}
          data-disabled={bar !== null || undefined}
          aria-disabled={bar !== null}
          aria-describedby={bar ? reasonId : undefined}
          onClick={(event) => (bar === null ? setAsks(true) : event.preventDefault())}
        >
          Delete Group
        </Button>
      </Tooltip>
      {bar && (
        <span id={reasonId} className="visually-hidden">
          {bar}
        </span>
      )}
      {asks && (
        <ConfirmDialog
          opened
          item={group.name}
          text={`Are you sure you want to remove ${group.name}? Policies for this group lose it. This action cannot be undone.`}
          busy={remove.isPending}
          // A promise, because the group, and this button with it, may go before the answer comes.
          onConfirm={() =>
            remove
              .mutateAsync(group.id)
              .then(({ message }) => toast('success', message))
              .catch((thrown: unknown) => {
                const { header, message } = refusalOf(thrown, 'delete');
                toast('error', header, message);
              })
              .finally(() => setAsks(false))
          }
          onCancel={() => setAsks(false)}
        />
      )}
    </>
  );
}

/** The parts of a group that somebody else may change, in words. */
function textsOf(
  places: readonly OrganizationLocation[] | undefined,
): Record<string, (group: Group) => string> {
  const nameOf = (id: string) => places?.find((place) => place.id === id)?.name ?? 'Unknown location';
  return {
    Name: ({ name }) => name,
    'Time zone': ({ timeZone }) => timeZone,
    'Alert times': (group) => weekText(fieldsOf(group).alertTimes),
    Locations: ({ organizationLocations }) => organizationLocations.map(nameOf).sort().join(', '),
  };
}
