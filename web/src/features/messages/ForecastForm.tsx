import type { OrganizationLocation, ProactiveForecast } from '@allclear/contract';
import { Select, TextInput } from '@mantine/core';
import { shortDateTime } from '../../clock/time-text.ts';
import { SearchableChoices } from '../../forms/SearchableChoices.tsx';
import { ColorMark } from './ColorMark.tsx';
import classes from './Forecasts.module.css';
import { colors, expiresAtMs, type ForecastFields, type Lasts } from './forecast-fields.ts';
import { MessageEditor } from './MessageEditor.tsx';

interface ForecastFormProps {
  /** The forecast that gets a further message, or null for a new one. */
  forecast: ProactiveForecast | null;
  fields: ForecastFields;
  /** Undefined while they are unknown. */
  places: readonly OrganizationLocation[] | undefined;
  placesFailed: boolean;
  nowMs: number;
  errorOf: (label: string) => string | undefined;
  onChange: (part: Partial<ForecastFields>) => void;
}

/**
 * The fields of a forecast. A further message has neither type nor places: it keeps those of its forecast.
 */
export function ForecastForm({
  forecast,
  fields,
  places,
  placesFailed,
  nowMs,
  errorOf,
  onChange,
}: ForecastFormProps) {
  return (
    <>
      {!forecast && (
        <div className={classes.two}>
          <TextInput
            label="Forecast type"
            required
            value={fields.typeName}
            error={errorOf('ForecastTypeName')}
            onChange={(event) => onChange({ typeName: event.currentTarget.value })}
          />
          <Select
            label="Color"
            data={[...colors]}
            value={fields.color}
            error={errorOf('Color')}
            allowDeselect={false}
            leftSection={<ColorMark color={fields.color} />}
            renderOption={({ option }) => (
              <span className={classes.color}>
                <ColorMark color={option.value} />
                {option.label}
              </span>
            )}
            onChange={(color) => color && onChange({ color })}
          />
        </div>
      )}
      <TextInput
        label="Headline"
        required
        data-autofocus
        value={fields.headline}
        error={errorOf('Headline')}
        onChange={(event) => onChange({ headline: event.currentTarget.value })}
      />
      <MessageEditor
        value={fields.message}
        error={errorOf('Message')}
        onChange={(message) => onChange({ message })}
      />
      <ExpiryFields
        forecast={forecast}
        fields={fields}
        nowMs={nowMs}
        error={errorOf('ExpiresAt')}
        onChange={onChange}
      />
      {!forecast && (
        <PlacesField
          fields={fields}
          places={places}
          placesFailed={placesFailed}
          error={errorOf('OrganizationLocationIds')}
          onChange={onChange}
        />
      )}
    </>
  );
}

type PlacesFieldProps = Pick<ForecastFormProps, 'fields' | 'places' | 'placesFailed' | 'onChange'> & {
  error: string | undefined;
};

function PlacesField({ fields, places, placesFailed, error, onChange }: PlacesFieldProps) {
  return (
    <SearchableChoices
      label="Organization locations"
      description={
        places || !placesFailed
          ? 'Without any it is for all locations.'
          : 'They could not be loaded. Without any it is for all locations.'
      }
      placeholder={placeholderOf(fields, places, placesFailed)}
      data={(places ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      value={fields.organizationLocationIds}
      error={error}
      items="locations"
      nothingFound="No location has this name"
      onChange={(organizationLocationIds) => onChange({ organizationLocationIds })}
    />
  );
}

function placeholderOf(
  fields: ForecastFields,
  places: readonly OrganizationLocation[] | undefined,
  failed: boolean,
): string {
  if (fields.organizationLocationIds.length > 0) return '';
  return places || failed ? 'All locations' : 'Loading locations…';
}

const lastsChoices: readonly { value: Lasts; label: string }[] = [
  { value: '6', label: 'In 6 hours' },
  { value: '12', label: 'In 12 hours' },
  { value: '24', label: 'In 24 hours' },
  { value: '48', label: 'In 48 hours' },
  { value: 'until', label: 'At a date and time' },
];

type ExpiryFieldsProps = Pick<ForecastFormProps, 'forecast' | 'fields' | 'nowMs' | 'onChange'> & {
  error: string | undefined;
};

function ExpiryFields({ forecast, fields, nowMs, error, onChange }: ExpiryFieldsProps) {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const atMs = expiresAtMs(fields, forecast, nowMs);
  const unchanged = { value: 'unchanged', label: 'As it does now' };
  const isChosen = fields.lasts === 'until';
  return (
    <div className={classes.two}>
      <Select
        label="Expires"
        data={[...(forecast ? [unchanged] : []), ...lastsChoices]}
        value={fields.lasts}
        error={isChosen ? undefined : error}
        description={
          atMs === null
            ? 'When it disappears from the dashboards.'
            : `${shortDateTime(new Date(atMs).toISOString(), zone)}, your time`
        }
        allowDeselect={false}
        onChange={(lasts) => lasts && onChange({ lasts: lasts as Lasts })}
      />
      {isChosen && (
        <TextInput
          type="datetime-local"
          label="Date and time"
          description={`In your time zone, ${zone.replaceAll('_', ' ')}`}
          required
          value={fields.until}
          error={error}
          onChange={(event) => onChange({ until: event.currentTarget.value })}
        />
      )}
    </div>
  );
}
