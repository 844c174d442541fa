import type { Location, Organization, OrganizationLocation } from '@allclear/contract';
import { fixedLocationType } from '@allclear/domain';
import { Alert, Divider, Select, Switch, TextInput } from '@mantine/core';
import { IconAlertTriangle, IconLock } from '@tabler/icons-react';
import form from '../../forms/form.module.css';
import { AllClearTimer } from './AllClearTimer.tsx';
import {
  alertsAreOn,
  atOrganizationLocation,
  type DraftFields,
  showsFourthZone,
  usedOrganizationLocationIds,
  withAlerts,
} from './location-fields.ts';
import { isLocked, type Locks } from './location-locks.ts';
import { PlacePicker } from './PlacePicker.tsx';
import { RadiiSettings } from './RadiiSettings.tsx';
import { useOrganizationLocations } from './use-locations.ts';

interface LocationFormProps {
  /** The location to edit, or null for a new one. */
  edited: Location | null;
  locations: readonly Location[];
  entitlements: Organization['entitlements'];
  /** The entered values, with those set by policies. */
  draft: DraftFields;
  locks: Locks;
  errorOf: (label: string) => string | undefined;
  onChange: (part: Partial<DraftFields>) => void;
}

/** The fields of Add Location and Edit Location (spec 1 sections 2.11 and 5). */
export function LocationForm({
  edited,
  locations,
  entitlements,
  draft,
  locks,
  errorOf,
  onChange,
}: LocationFormProps) {
  const organization = useOrganizationLocations(true);
  const fixed = edited?.type === fixedLocationType;
  return (
    <>
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
        onChoose={(chosen, before) => {
          // Without radii and timer: values set by policies are not the user's choice.
          const { organizationLocationId, label, locationName, latitude, longitude } = atOrganizationLocation(
            draft,
            chosen,
            before,
          );
          onChange({ organizationLocationId, label, locationName, latitude, longitude });
        }}
      />
      {!edited && <Divider label="OR Add Custom Location" />}
      <NameField draft={draft} fixed={fixed} error={errorOf('Label')} onChange={onChange} />
      <Switch
        size="md"
        className={form.switch}
        label="Enable Alerts"
        checked={alertsAreOn(draft.flags)}
        onChange={(event) => onChange({ flags: withAlerts(draft.flags, event.currentTarget.checked) })}
      />
      <PlacePicker
        draft={draft}
        fixed={edited !== null || draft.organizationLocationId !== null}
        errorOf={errorOf}
        onChange={onChange}
      />
      {isLocked(locks) && (
        <Alert color="var(--primary)" variant="outline" icon={<IconLock />} role="status">
          Some settings are locked by your organization's policies
        </Alert>
      )}
      <RadiiSettings
        draft={draft}
        locks={locks}
        fourthZone={showsFourthZone(entitlements, edited, draft)}
        errorOf={errorOf}
        onChange={onChange}
      />
      <AllClearTimer
        minutes={draft.allClearMinutes}
        locked={locks.timer}
        error={errorOf('AllClearMinutes')}
        onChange={(allClearMinutes) => onChange({ allClearMinutes })}
      />
    </>
  );
}

type NameFieldProps = Pick<LocationFormProps, 'draft' | 'onChange'> & {
  fixed: boolean;
  error: string | undefined;
};

function NameField({ draft, fixed, error, onChange }: NameFieldProps) {
  return (
    <TextInput
      label="Name"
      required
      data-autofocus
      value={draft.label}
      disabled={fixed}
      description={
        fixed ? 'This location was given by your organization and cannot be renamed or deleted.' : undefined
      }
      error={error}
      onChange={(event) => onChange({ label: event.currentTarget.value })}
    />
  );
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
