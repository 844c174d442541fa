import type { SirenSettings } from '@allclear/contract';
import { asStoredAlertTimes } from '@allclear/domain';
import { NumberInput } from '@mantine/core';
import { AlertTimesFields } from '../../../forms/alert-times/AlertTimesFields.tsx';
import forms from '../../../forms/form.module.css';
import type { EditedForm } from '../../../forms/use-edited-form.ts';
import classes from '../Hardware.module.css';
import { OperationFields } from './OperationFields.tsx';
import { SliderField } from './SliderField.tsx';
import {
  choices,
  dayLabel,
  daySentence,
  guidanceMinutes,
  type SirenFields,
  weakTimerNote,
} from './siren-fields.ts';
import { WordsFields } from './WordsFields.tsx';

export interface SirenPartProps {
  settings: SirenSettings;
  form: EditedForm<SirenFields>;
}

/** The fields of an outdoor warning system (spec 2 sections 3 and 5). */
export function SirenFieldsForm({ settings, form }: SirenPartProps) {
  return (
    <>
      <SignalFields form={form} settings={settings} />
      <WordsFields form={form} settings={settings} />
      <AlertTimesFields
        times={form.fields.alertTimes}
        hint="Outside these hours the unit is silent; its light still warns. A delay that is on when they open is sounded then."
        offText="Silent"
        choices={choices}
        problemOf={(time) => daySentence(time) ?? form.errorOf(dayLabel(time.day)) ?? null}
        onChange={(alertTimes) => form.change({ alertTimes: asStoredAlertTimes(alertTimes) })}
      />
      <OperationFields form={form} settings={settings} />
    </>
  );
}

const numberOf = (value: number | string) => (value === '' ? '' : Number(value));

function SignalFields({ form }: SirenPartProps) {
  const { fields, errorOf, change } = form;
  const isWeak = fields.allClearMinutes !== '' && fields.allClearMinutes < guidanceMinutes;
  return (
    <fieldset className={forms.group}>
      <legend>Signals</legend>
      <div className={classes.columns}>
        <NumberInput
          label="Radius (miles)"
          description="Lightning within it sounds the unit."
          min={1}
          max={50}
          value={fields.radius}
          error={errorOf('Radius')}
          onChange={(radius) => change({ radius: numberOf(radius) })}
        />
        <NumberInput
          label="All clear after (minutes)"
          description="Without lightning within the radius."
          min={1}
          allowDecimal={false}
          value={fields.allClearMinutes}
          error={errorOf('AllClearMinutes')}
          onChange={(allClearMinutes) => change({ allClearMinutes: numberOf(allClearMinutes) })}
        />
      </div>
      {isWeak && (
        <p className={forms.warning} role="status">
          {weakTimerNote}
        </p>
      )}
      <div className={classes.columns}>
        <Duration
          label="Warning signal, one play"
          value={fields.duration}
          error={errorOf('Duration')}
          onChange={(duration) => change({ duration })}
        />
        <Plays
          label="Plays of the warning signal"
          value={fields.frequency}
          error={errorOf('Frequency')}
          onChange={(frequency) => change({ frequency })}
        />
        <Duration
          label="All-clear signal, one play"
          value={fields.allClearDuration}
          error={errorOf('AllClearDuration')}
          onChange={(allClearDuration) => change({ allClearDuration })}
        />
        <Plays
          label="Plays of the all-clear signal"
          value={fields.allClearFrequency}
          error={errorOf('AllClearFrequency')}
          onChange={(allClearFrequency) => change({ allClearFrequency })}
        />
      </div>
    </fieldset>
  );
}

interface PartProps {
  label: string;
  value: number;
  error: string | undefined;
  onChange: (value: number) => void;
}

const Duration = (props: PartProps) => (
  <SliderField units={['second', 'seconds']} min={5} max={30} step={5} {...props} />
);
const Plays = (props: PartProps) => (
  <SliderField units={['time', 'times']} min={1} max={10} step={1} {...props} />
);
