import type { HardwareDriver } from '@allclear/contract';
import { NumberInput, PasswordInput, Select, TextInput } from '@mantine/core';
import forms from '../../../forms/form.module.css';
import type { EditedForm } from '../../../forms/use-edited-form.ts';
import classes from '../Hardware.module.css';
import { useHardware, useHardwarePlaces } from '../use-hardware.ts';
import { addedModel, type ConnectionFields, driversFor, modelChoices } from './connection-fields.ts';

interface PartProps {
  form: EditedForm<ConnectionFields>;
}

/** What a unit is, and where it stands. */
export function UnitFields({ form: { fields, errorOf, change } }: PartProps) {
  const { data: places } = useHardwarePlaces();
  const { data: units } = useHardware();
  const stations = (units ?? []).flatMap(({ name, station }) =>
    station ? [{ value: station.id, label: name }] : [],
  );
  return (
    <>
      <TextInput
        label="Name"
        required
        data-autofocus
        maxLength={100}
        value={fields.name}
        error={errorOf('Name')}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <div className={classes.columns}>
        <Select
          label="Model"
          required
          allowDeselect={false}
          data={[...modelChoices]}
          value={fields.modelId}
          error={errorOf('ModelId')}
          onChange={(model) => change({ modelId: addedModel(model) })}
        />
        <Select
          label="Location"
          required
          searchable
          nothingFoundMessage="No location has this name"
          data={(places ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          value={fields.organizationLocationId}
          error={errorOf('OrganizationLocationId')}
          onChange={(organizationLocationId) => change({ organizationLocationId })}
        />
      </div>
      {fields.modelId === 'OWX' && (
        <Select
          label="Its weather station"
          clearable
          searchable
          data={[...new Map(stations.map((one) => [one.value, one])).values()]}
          value={fields.stationId}
          error={errorOf('StationId')}
          onChange={(stationId) => change({ stationId })}
        />
      )}
    </>
  );
}

interface DeviceFieldsProps extends PartProps {
  drivers: readonly HardwareDriver[];
  hasPassword: boolean;
}

/** How the device is reached, and what is wired to it. */
export function DeviceFields({ form, drivers, hasPassword }: DeviceFieldsProps) {
  const { fields, errorOf, change } = form;
  const driver = drivers.find(({ name }) => name === fields.driver);
  const offered = driversFor(drivers, fields.modelId);
  // The chosen one stays in the list, even where it does not fit the model any more.
  const listed = driver && !offered.includes(driver) ? [driver, ...offered] : offered;
  return (
    <fieldset className={forms.group}>
      <legend>Device</legend>
      <Select
        label="Make"
        required
        searchable
        nothingFoundMessage="No make has this name"
        data={listed.map(({ name, label }) => ({ value: name, label }))}
        value={fields.driver}
        error={errorOf('Driver')}
        onChange={(chosen) => change({ driver: chosen, options: {} })}
      />
      {driver && <p className={forms.hint}>{abilityText(driver)}</p>}
      <TextInput
        label="Address"
        description={driver?.addressHint}
        required
        maxLength={200}
        spellCheck={false}
        value={fields.ipAddress}
        error={errorOf('IpAddress')}
        onChange={(event) => change({ ipAddress: event.currentTarget.value })}
      />
      <div className={classes.columns}>
        <TextInput
          label="User name"
          autoComplete="off"
          maxLength={200}
          value={fields.username}
          error={errorOf('Username')}
          onChange={(event) => change({ username: event.currentTarget.value })}
        />
        <PasswordInput
          size="md"
          label="Password"
          {...(hasPassword && { description: 'One is stored. Leave empty to keep it.' })}
          autoComplete="new-password"
          maxLength={500}
          value={fields.password}
          error={errorOf('Password')}
          onChange={(event) => change({ password: event.currentTarget.value })}
        />
      </div>
      {driver?.options.map(({ name, label, fallback, hint }) => (
        <TextInput
          key={name}
          label={label}
          description={hint}
          placeholder={fallback}
          maxLength={500}
          value={fields.options[name] ?? ''}
          onChange={(event) =>
            change({ options: withOption(fields.options, name, event.currentTarget.value) })
          }
        />
      ))}
      {errorOf('Options') && <p className={forms.error}>{errorOf('Options')}</p>}
      {(fields.modelId === 'OWS' || fields.modelId === 'OWX') && <Wiring form={form} driver={driver} />}
      <OtherFields form={form} />
    </fieldset>
  );
}

function withOption(options: Readonly<Record<string, string>>, name: string, value: string) {
  const { [name]: _, ...others } = options;
  return value === '' ? others : { ...others, [name]: value };
}

/** 'Sound, light, relays. It says what its outputs do.' */
function abilityText({ sound, light, relays, plays, readsBack }: HardwareDriver): string {
  const can = [
    ...(sound ? ['sound'] : []),
    ...(light ? ['light'] : []),
    ...(relays ? ['relays'] : []),
    ...(plays.includes('speech') ? ['speech'] : []),
    ...(plays.includes('clip') ? ['recorded clips'] : []),
    ...(plays.includes('audio') ? ['audio of a voice of this installation'] : []),
  ].join(', ');
  return `Can do: ${can}. ${readsBack ? 'It says what its outputs do.' : 'It takes commands without confirming them.'}`;
}

function Wiring({ form, driver }: PartProps & { driver: HardwareDriver | undefined }) {
  const { fields, errorOf, change } = form;
  const part = (name: 'warningSound' | 'allClearSound' | 'light', label: string) => (
    <TextInput
      label={label}
      maxLength={200}
      value={fields[name]}
      error={errorOf('Wiring')}
      onChange={(event) => change({ [name]: event.currentTarget.value })}
    />
  );
  return (
    <>
      {driver?.outputHint && <p className={forms.hint}>{driver.outputHint}</p>}
      <div className={classes.columns}>
        {part('warningSound', 'Warning signal at')}
        {part('allClearSound', 'All-clear signal at')}
        {part('light', 'Light at')}
      </div>
    </>
  );
}

function OtherFields({ form: { fields, errorOf, change } }: PartProps) {
  return (
    <div className={classes.columns}>
      <NumberInput
        label="Plays of a PA message"
        description="Unless said otherwise, 1 to 5."
        min={1}
        max={5}
        allowDecimal={false}
        value={fields.defaultPlayCount}
        error={errorOf('DefaultPlayCount')}
        onChange={(count) => change({ defaultPlayCount: Number(count) || 1 })}
      />
      <NumberInput
        label="Asked every (minutes)"
        description="For a unit on a battery. Empty: every minute."
        min={1}
        max={1_440}
        allowDecimal={false}
        value={fields.askEveryMinutes}
        error={errorOf('AskEveryMinutes')}
        onChange={(minutes) => change({ askEveryMinutes: minutes === '' ? '' : Number(minutes) })}
      />
    </div>
  );
}
