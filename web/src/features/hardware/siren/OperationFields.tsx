import { Button, CopyButton, NativeSelect, NumberInput, Switch } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import forms from '../../../forms/form.module.css';
import { SearchableChoices } from '../../../forms/SearchableChoices.tsx';
import classes from '../Hardware.module.css';
import { useHardwarePolicies } from '../use-hardware.ts';
import type { SirenPartProps } from './SirenFieldsForm.tsx';
import { choices } from './siren-fields.ts';

const firstWindow = { startTime: '05:00:00', endTime: '10:00:00' };

/** What else fires it, what it does without the server, and its public page. */
export function OperationFields({ settings, form }: SirenPartProps) {
  const { fields, errorOf, change } = form;
  const { data: policies } = useHardwarePolicies();
  return (
    <fieldset className={forms.group}>
      <legend>Operation</legend>
      <Switch
        className={forms.switch}
        label="Life safety: sounds outside its alert times too"
        description="For places where people sleep or play at night. Neighbors hear it at any hour."
        checked={fields.lifeSafety}
        onChange={(event) => change({ lifeSafety: event.currentTarget.checked })}
      />
      <SearchableChoices
        label="Other policies that fire it"
        description="None chosen: lightning alone."
        data={(policies ?? []).map(({ id, displayName }) => ({ value: id, label: displayName }))}
        items="policies"
        nothingFound="No policy has this name"
        value={fields.policyIds}
        error={errorOf('PolicyIds')}
        onChange={(policyIds) => change({ policyIds })}
      />
      <NumberInput
        label="Light off after (hours without the server or the link)"
        description="Empty: the light stays on, because a dark light reads as an all clear."
        min={1}
        allowDecimal={false}
        value={fields.lightOffAfterHours}
        error={errorOf('LightOffAfterHours')}
        onChange={(hours) => change({ lightOffAfterHours: hours === '' ? '' : Number(hours) })}
      />
      <OfflineWindow form={form} settings={settings} />
      <Switch
        className={forms.switch}
        label="Public page"
        description="Everybody with the address sees the state of this place, without signing in."
        checked={fields.publicPage}
        error={errorOf('PublicPage')}
        onChange={(event) => change({ publicPage: event.currentTarget.checked })}
      />
      {fields.publicPage && <PublicAddress path={settings.publicPath} isStored={settings.publicPage} />}
    </fieldset>
  );
}

function OfflineWindow({ form: { fields, errorOf, change } }: SirenPartProps) {
  const { offlineWindow } = fields;
  const hours = offlineWindow ?? firstWindow;
  return (
    <>
      <Switch
        className={forms.switch}
        label="Own hours offline"
        description="A unit on a battery may sleep at night. Off: 5 to 10 o’clock UTC."
        checked={offlineWindow !== null}
        onChange={(event) => change({ offlineWindow: event.currentTarget.checked ? firstWindow : null })}
      />
      {offlineWindow && (
        <div className={classes.columns}>
          <NativeSelect
            size="md"
            label="Offline from"
            data={choices.times}
            value={hours.startTime}
            error={errorOf('OfflineWindow')}
            onChange={(event) =>
              change({ offlineWindow: { ...hours, startTime: event.currentTarget.value } })
            }
          />
          <NativeSelect
            size="md"
            label="Offline to"
            data={choices.times}
            value={hours.endTime}
            onChange={(event) => change({ offlineWindow: { ...hours, endTime: event.currentTarget.value } })}
          />
        </div>
      )}
    </>
  );
}

function PublicAddress({ path, isStored }: { path: string; isStored: boolean }) {
  const address = `${window.location.origin}${path}`;
  return (
    <div className={classes.row}>
      <span>
        {isStored ? (
          <a href={path} target="_blank" rel="noreferrer">
            {address}
          </a>
        ) : (
          `${address} (after saving)`
        )}
      </span>
      <CopyButton value={address}>
        {({ copied, copy }) => (
          <Button variant="default" leftSection={<IconCopy size={16} aria-hidden="true" />} onClick={copy}>
            {copied ? 'Copied' : 'Copy address'}
          </Button>
        )}
      </CopyButton>
    </div>
  );
}
