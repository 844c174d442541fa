import type { Location, Organization, OrganizationLocation } from '@allclear/contract';
import { type FieldErrors, fixedLocationType } from '@allclear/domain';
import { Alert, Divider, Select, Switch, TextInput } from '@mantine/core';
import { IconAlertTriangle, IconLock } from '@tabler/icons-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { FormFooter } from '../../ui/FormFooter.tsx';
import { toast } from '../../ui/toast.ts';
import { AllClearTimer } from './AllClearTimer.tsx';
import classes from './LocationForm.module.css';
import {
  alertsAreOn,
  atOrganizationLocation,
  type DraftFields,
  draftOf,
  type LocationFields,
  problemsOf,
  type SaveProblems,
  saveProblemsOf,
  showsFourthZone,
  usedOrganizationLocationIds,
  withAlerts,
  withoutFields,
} from './location-fields.ts';
import { isLocked, locksOf, underPolicies } from './location-locks.ts';
import { PlacePicker } from './PlacePicker.tsx';
import { RadiiSettings } from './RadiiSettings.tsx';
import { useLocationPolicies } from './use-location-policies.ts';
import { useOrganizationLocations, useSaveLocation } from './use-locations.ts';

export interface LocationFormProps {
  /** The location to edit, or null for a new one. */
  edited: Location | null;
  locations: readonly Location[];
  entitlements: Organization['entitlements'];
  onSaved: (id: string) => void;
  onCancel: () => void;
  onDelete: () => void;
}

/** The form behind Add Location and Edit Location (spec 1 sections 2.11 and 5). */
export function LocationForm({
  edited,
  locations,
  entitlements,
  onSaved,
  onCancel,
  onDelete,
}: LocationFormProps) {
  const [written, setDraft] = useState<DraftFields>(() => draftOf(edited));
  const [problems, setProblems] = useState<SaveProblems | null>(null);
  const [refusals, setRefusals] = useState(0);
  const top = useRef<HTMLDivElement>(null);
  const organization = useOrganizationLocations(true);
  const save = useSaveLocation(edited);
  const policies = useLocationPolicies(edited ? null : written.organizationLocationId);
  const { draft, locks } = edited
    ? { draft: written, locks: locksOf(edited) }
    : underPolicies(written, policies);
  const fourthZone = showsFourthZone(entitlements, edited, draft);
  const fixed = edited?.type === fixedLocationType;
  const change = (part: Partial<DraftFields>) => {
    setDraft((before) => ({ ...before, ...part }));
    setProblems((before) => before && { ...before, fields: withoutFields(before.fields, Object.keys(part)) });
  };

  useEffect(() => {
    if (refusals > 0) top.current?.scrollIntoView({ block: 'start', behavior: 'smooth' });
  }, [refusals]);

  const refuse = (told: SaveProblems) => {
    setProblems(told);
    setRefusals((count) => count + 1);
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const fields = problemsOf(draft, fourthZone, locks.timer);
    if (Object.keys(fields).length > 0) {
      refuse({ header: 'Please check the form', message: firstOf(fields), fields });
      return;
    }
    try {
      const { id, message } = await save.mutateAsync(draft as LocationFields);
      toast('success', message);
      onSaved(id);
    } catch (thrown) {
      refuse(saveProblemsOf(thrown, edited !== null));
    }
  };
  const errorOf = (label: string) => problems?.fields[label]?.join(' ');

  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <div ref={top} className={classes.top}>
        {problems && (
          <Alert color="var(--danger)" variant="outline" title={problems.header} role="alert">
            {problems.message}
          </Alert>
        )}
      </div>
      {edited?.policy.overwritten && (
        <Alert color="var(--warning)" variant="outline" icon={<IconAlertTriangle />} role="status">
          Your settings have been overwritten by your organization's policy. Please save to apply these
          changes.
        </Alert>
      )}
      <OrganizationPicker
        list={organization.data ?? []}
        used={usedOrganizationLocationIds(locations, edited)}
        chosenId={draft.organizationLocationId}
        disabled={edited !== null}
        error={errorOf('OrganizationLocationId')}
        onChoose={(chosen, before) => setDraft((now) => atOrganizationLocation(now, chosen, before))}
      />
      {!edited && <Divider label="OR Add Custom Location" />}
      <TextInput
        label="Name"
        required
        data-autofocus
        value={draft.label}
        disabled={fixed}
        description={
          fixed ? 'This location was given by your organization and cannot be renamed or deleted.' : undefined
        }
        error={errorOf('Label')}
        onChange={(event) => change({ label: event.currentTarget.value })}
      />
      <Switch
        size="md"
        className={classes.switch}
        label="Enable Alerts"
        checked={alertsAreOn(draft.flags)}
        onChange={(event) => change({ flags: withAlerts(draft.flags, event.currentTarget.checked) })}
      />
      <PlacePicker
        draft={draft}
        fixed={edited !== null || draft.organizationLocationId !== null}
        errorOf={errorOf}
        onChange={change}
      />
      {isLocked(locks) && (
        <Alert color="var(--primary)" variant="outline" icon={<IconLock />} role="status">
          Some settings are locked by your organization's policies
        </Alert>
      )}
      <RadiiSettings
        draft={draft}
        locks={locks}
        fourthZone={fourthZone}
        errorOf={errorOf}
        onChange={change}
      />
      <AllClearTimer
        minutes={draft.allClearMinutes}
        locked={locks.timer}
        error={errorOf('AllClearMinutes')}
        onChange={(allClearMinutes) => change({ allClearMinutes })}
      />
      <FormFooter
        submit={edited ? 'Save Changes' : 'Save'}
        sending={save.isPending}
        onCancel={onCancel}
        remove={edited && !fixed && { item: 'Location', onRemove: onDelete }}
      />
    </form>
  );
}

function firstOf(fields: FieldErrors): string {
  return Object.values(fields).flat()[0] ?? '';
}

interface OrganizationPickerProps {
  list: readonly OrganizationLocation[];
  used: ReadonlySet<string>;
  chosenId: string | null;
  disabled: boolean;
  error: string | undefined;
  onChoose: (chosen: OrganizationLocation | null, before: OrganizationLocation | null) => void;
}

function OrganizationPicker({ list, used, chosenId, disabled, error, onChoose }: OrganizationPickerProps) {
  const find = (id: string | null) => list.find((one) => one.id === id) ?? null;
  if (disabled && chosenId === null) return null;
  return (
    <Select
      label="Organization Location"
      placeholder={
        list.length === 0 ? 'Your organization has no locations' : 'Choose a location of your organization'
      }
      data={list.map((one) => ({
        value: one.id,
        label: used.has(one.id) ? `${one.name} (already added)` : one.name,
        disabled: used.has(one.id),
      }))}
      value={chosenId}
      disabled={disabled || list.length === 0}
      error={error}
      clearable
      searchable
      nothingFoundMessage="No location has this name"
      onChange={(id) => onChoose(find(id), find(chosenId))}
    />
  );
}
