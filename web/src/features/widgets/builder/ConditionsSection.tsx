import { lastForecastCode, maxSecondaryConditions, noForecastCode, widgetConditions } from '@allclear/domain';
import { MultiSelect, NativeSelect } from '@mantine/core';
import form from '../../../forms/form.module.css';
import classes from './Builder.module.css';
import { Section } from './Section.tsx';
import type { SectionProps } from './section-props.ts';
import { withListedPolicies } from './widget-choices.ts';
import type { WidgetFields } from './widget-fields.ts';

const conditionChoices = widgetConditions.map(({ code, label }) => ({ value: String(code), label }));
const forecastChoices = [
  { value: String(noForecastCode), label: 'None' },
  ...conditionChoices.filter(({ value }) => Number(value) <= lastForecastCode),
];

/** What the widget shows of the weather. */
export function ConditionsSection({ fields, choice, errorOf, onChange }: SectionProps) {
  const changeConditions = (
    part: Partial<Pick<WidgetFields, 'primaryCondition' | 'secondaryConditions'>>,
  ) => {
    const next = { ...fields, ...part };
    const secondaryConditions = next.secondaryConditions.filter((code) => code !== next.primaryCondition);
    onChange(withListedPolicies({ ...next, secondaryConditions }, choice));
  };
  return (
    <Section title="Conditions and Forecasts">
      <NativeSelect
        size="md"
        label="Primary condition"
        data={conditionChoices}
        value={String(fields.primaryCondition)}
        error={errorOf('PrimaryCondition')}
        onChange={({ currentTarget }) => changeConditions({ primaryCondition: Number(currentTarget.value) })}
      />
      <MultiSelect
        size="md"
        label="Secondary conditions"
        description={`Up to ${maxSecondaryConditions}`}
        data={conditionChoices.filter(({ value }) => value !== String(fields.primaryCondition))}
        maxValues={maxSecondaryConditions}
        hidePickedOptions
        clearable
        clearButtonProps={{ 'aria-label': 'Clear secondary conditions', size: 'md' }}
        value={fields.secondaryConditions.map(String)}
        error={errorOf('WidgetConditions')}
        onChange={(codes) => changeConditions({ secondaryConditions: codes.map(Number) })}
      />
      <p className={form.hint}>AQI data only available for locations within 10 miles of a sensor.</p>
      <div className={classes.two}>
        <NativeSelect
          size="md"
          label="Hourly forecast"
          data={forecastChoices}
          value={String(fields.hourly)}
          error={errorOf('WidgetForecasts')}
          onChange={({ currentTarget }) => onChange({ hourly: Number(currentTarget.value) })}
        />
        <NativeSelect
          size="md"
          label="Daily forecast"
          data={forecastChoices}
          value={String(fields.daily)}
          onChange={({ currentTarget }) => onChange({ daily: Number(currentTarget.value) })}
        />
      </div>
    </Section>
  );
}
