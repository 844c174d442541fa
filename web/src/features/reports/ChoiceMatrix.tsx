import { Checkbox, Tooltip } from '@mantine/core';
import { useId } from 'react';
import form from '../../forms/form.module.css';
import classes from './Reports.module.css';
import type { Choice } from './use-report-choices.ts';

export interface MatrixRow<Key extends string, Value extends string> {
  readonly key: Key;
  readonly label: string;
  readonly choices: readonly (Choice & { readonly value: Value })[];
  readonly chosen: readonly Value[];
  /** Why nothing of it can be chosen now. */
  readonly disabledText?: string | undefined;
}

interface ChoiceMatrixProps<Key extends string, Value extends string> {
  legend: string;
  rows: readonly MatrixRow<Key, Value>[];
  error: string | undefined;
  onChange: (key: Key, value: Value[]) => void;
  /** Chooses everything that can be chosen, or nothing. */
  onAll: (isOn: boolean) => void;
}

/** Rows of choices that belong together, each row and all of them with a checkbox for the whole. */
export function ChoiceMatrix<Key extends string, Value extends string>({
  legend,
  rows,
  error,
  onChange,
  onAll,
}: ChoiceMatrixProps<Key, Value>) {
  const errorId = useId();
  const available = rows.filter(({ disabledText }) => disabledText === undefined);
  const isAll = available.every(({ chosen, choices }) => chosen.length === choices.length);
  const isAny = available.some(({ chosen }) => chosen.length > 0);
  return (
    <fieldset
      className={form.group}
      aria-describedby={error && errorId}
      data-invalid={error === undefined ? undefined : true}
    >
      <legend>{legend}</legend>
      <Checkbox
        className={classes.check ?? ''}
        label={`Select All ${legend.toLowerCase()}`}
        checked={isAll}
        indeterminate={isAny && !isAll}
        onChange={({ currentTarget }) => onAll(currentTarget.checked)}
      />
      <div className={classes.matrix}>
        {rows.map((row) => (
          <Row key={row.key} row={row} onChange={onChange} />
        ))}
      </div>
      {error && (
        <p id={errorId} className={form.error}>
          {error}
        </p>
      )}
    </fieldset>
  );
}

function Row<Key extends string, Value extends string>({
  row: { key, label, choices, chosen, disabledText },
  onChange,
}: {
  row: MatrixRow<Key, Value>;
  onChange: (key: Key, value: Value[]) => void;
}) {
  const whyId = useId();
  const isDisabled = disabledText !== undefined;
  const toggle = (value: Value) =>
    onChange(
      key,
      choices.map((choice) => choice.value).filter((one) => (one === value) !== chosen.includes(one)),
    );
  const row = (
    <fieldset className={classes.row} aria-label={label} aria-describedby={isDisabled ? whyId : undefined}>
      <Checkbox
        className={classes.check ?? ''}
        label={label}
        disabled={isDisabled}
        checked={chosen.length === choices.length}
        indeterminate={chosen.length > 0 && chosen.length < choices.length}
        onChange={({ currentTarget }) =>
          onChange(key, currentTarget.checked ? choices.map(({ value }) => value) : [])
        }
      />
      <div className={classes.choices}>
        {choices.map((choice) => (
          <Checkbox
            key={choice.value}
            className={classes.check ?? ''}
            label={choice.label}
            disabled={isDisabled}
            checked={chosen.includes(choice.value)}
            onChange={() => toggle(choice.value)}
          />
        ))}
      </div>
      {isDisabled && (
        <p id={whyId} className={form.hint}>
          {disabledText}
        </p>
      )}
    </fieldset>
  );
  if (!isDisabled) return row;
  return (
    <Tooltip label={disabledText} multiline maw={280} events={{ hover: true, focus: true, touch: true }}>
      {row}
    </Tooltip>
  );
}
