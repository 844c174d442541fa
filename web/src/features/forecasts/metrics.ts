import { isSnowCode } from '@allclear/domain';

export type ForecastView = 'hourly' | 'daily';
/**
 * The metrics of the line chart. `ambient` is the air temperature of an hour; `high` and `low` are those of a
 * day.
 */
export type Metric = 'ambient' | 'high' | 'low' | 'precipitation' | 'feels' | 'wbgt' | 'wind' | 'snow';

export interface MetricText {
  /** As on the button. */
  readonly short: string;
  /** As in sentences. */
  readonly name: string;
  readonly unit: string;
  /** Decimals (spec 1 section 9; snow as it is stored). */
  readonly decimals: number;
  /** The color of its line. */
  readonly color: string;
}

export const metricText: Readonly<Record<Metric, MetricText>> = {
  ambient: { short: 'Temp', name: 'Temperature', unit: '°F', decimals: 0, color: 'var(--metric-temp)' },
  high: { short: 'High', name: 'High temperature', unit: '°F', decimals: 0, color: 'var(--metric-high)' },
  low: { short: 'Low', name: 'Low temperature', unit: '°F', decimals: 0, color: 'var(--metric-low)' },
  precipitation: {
    short: 'Precip',
    name: 'Precipitation',
    unit: 'in',
    decimals: 2,
    color: 'var(--metric-precip)',
  },
  feels: { short: 'Feels', name: 'Feels-like', unit: '°F', decimals: 0, color: 'var(--metric-feels)' },
  wbgt: { short: 'WBGT', name: 'WBGT', unit: '°F', decimals: 1, color: 'var(--metric-wbgt)' },
  wind: { short: 'Wind', name: 'Wind speed', unit: 'mph', decimals: 0, color: 'var(--metric-wind)' },
  snow: { short: 'Snow', name: 'Snow', unit: 'in', decimals: 1, color: 'var(--metric-snow)' },
};

export const defaultMetric: Metric = 'feels';

/** The metrics of a view in the order of the specification; snow only if there is any. */
export function metricsOf(view: ForecastView, snow: boolean): readonly Metric[] {
  const temperatures: readonly Metric[] = view === 'hourly' ? ['ambient'] : ['high', 'low'];
  return [...temperatures, 'precipitation', 'feels', 'wbgt', 'wind', ...(snow ? (['snow'] as const) : [])];
}

/**
 * The plotted metric after a change of view or of snow: a metric that the view does not have becomes
 * feels-like (spec 1 section 4 'Forecast view': high and low do not exist by the hour, the ambient
 * temperature not by the day).
 */
export function metricIn(view: ForecastView, metric: Metric, snow: boolean): Metric {
  return metricsOf(view, snow).includes(metric) ? metric : defaultMetric;
}

interface Snowy {
  readonly snowAccumulation: { readonly value: number | null };
}

/**
 * Whether snow is shown: any period with snow above 0, or a day whose weather code means snow (spec 1 section
 * 4).
 */
export function hasSnow(
  hours: readonly Snowy[],
  days: readonly (Snowy & { readonly weather_code: { readonly value: number | null } })[],
): boolean {
  const above0 = ({ snowAccumulation: { value } }: Snowy) => value !== null && value > 0;
  return (
    hours.some(above0) || days.some(above0) || days.some(({ weather_code }) => isSnowCode(weather_code.value))
  );
}
