import { Slider } from '@mantine/core';
import classes from '../Hardware.module.css';

interface SliderFieldProps {
  label: string;
  /** Of one, and of several. */
  units: readonly [string, string];
  min: number;
  max: number;
  step: number;
  value: number;
  error: string | undefined;
  onChange: (value: number) => void;
}

/** A slider with its value in words; the arrow keys move it by a step. */
export function SliderField({ label, units, min, max, step, value, error, onChange }: SliderFieldProps) {
  const text = `${value} ${value === 1 ? units[0] : units[1]}`;
  return (
    <div className={classes.slider}>
      <span>
        {label}: <strong>{text}</strong>
      </span>
      <Slider
        min={min}
        max={max}
        step={step}
        marks={[
          { value: min, label: String(min) },
          { value: max, label: String(max) },
        ]}
        label={null}
        size="lg"
        thumbSize={24}
        thumbLabel={label}
        thumbProps={{ 'aria-valuetext': text }}
        value={value}
        onChange={onChange}
      />
      {error && <p className={classes.problem}>{error}</p>}
    </div>
  );
}
