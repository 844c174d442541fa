import {
  onlyIntervalText,
  type ReportInterval,
  reportIntervals,
  reportMetricNames,
  type WeatherMetric,
  type WeatherTypeName,
  weatherTypeNames,
  weatherTypes,
} from '@allclear/domain';
import { Radio } from '@mantine/core';
import { ChoiceList } from './ChoiceList.tsx';
import { ChoiceMatrix, type MatrixRow } from './ChoiceMatrix.tsx';
import classes from './Reports.module.css';
import {
  allObservations,
  coveredDays,
  exceeds,
  intervals,
  type ReportFields,
  withInterval,
} from './report-fields.ts';
import { tooLongForIntervalText } from './report-words.ts';
import type { ChoiceQuery } from './use-report-choices.ts';

export interface PartProps {
  fields: ReportFields;
  errorOf: (label: string) => string | undefined;
  onChange: (part: Partial<ReportFields>) => void;
}

/** What a report of weather conditions is about: stations, observations, interval. */
export function WeatherFields({
  fields,
  stations,
  errorOf,
  onChange,
}: PartProps & { stations: ChoiceQuery }) {
  return (
    <>
      <ChoiceList
        legend="Weather stations"
        noun="stations"
        query={stations}
        value={fields.stationIds}
        error={errorOf('HardwareIds')}
        onChange={(stationIds) => onChange({ stationIds })}
      />
      <IntervalField fields={fields} errorOf={errorOf} onChange={onChange} />
      <ChoiceMatrix
        legend="Observations"
        rows={weatherTypeNames.map((type) => rowOf(type, fields))}
        error={errorOf('ObservationTypes')}
        onChange={(type, metrics) => onChange({ observations: { ...fields.observations, [type]: metrics } })}
        onAll={(isOn) => onChange({ observations: isOn ? allObservations(fields.interval) : {} })}
      />
    </>
  );
}

function rowOf(
  type: WeatherTypeName,
  { interval, observations }: ReportFields,
): MatrixRow<WeatherTypeName, WeatherMetric> {
  const { label, metrics, leastInterval: needed } = weatherTypes[type];
  return {
    key: type,
    label,
    choices: metrics.map((metric) => ({ value: metric, label: reportMetricNames[metric] })),
    chosen: observations[type] ?? [],
    disabledText: needed > interval ? onlyIntervalText(needed) : undefined,
  };
}

/** An interval for which the chosen days are too many cannot be chosen, and says so. */
function IntervalField({ fields, errorOf, onChange }: PartProps) {
  const days = coveredDays(fields);
  const choose = (text: string) => {
    const interval = intervals.find((one) => String(one) === text);
    if (interval) onChange(withInterval(fields, interval));
  };
  return (
    <Radio.Group
      size="md"
      label="Data interval"
      value={String(fields.interval)}
      error={errorOf('DataInterval')}
      onChange={choose}
    >
      <div className={classes.choices}>
        {intervals.map((interval) => (
          <IntervalRadio
            key={interval}
            interval={interval}
            isTooFine={interval !== fields.interval && exceeds(days, interval)}
          />
        ))}
      </div>
    </Radio.Group>
  );
}

function IntervalRadio({ interval, isTooFine }: { interval: ReportInterval; isTooFine: boolean }) {
  return (
    <Radio
      size="md"
      className={classes.check ?? ''}
      value={String(interval)}
      label={reportIntervals[interval].name}
      disabled={isTooFine}
      description={isTooFine ? tooLongForIntervalText : undefined}
    />
  );
}
