import { ActionIcon, UnstyledButton } from '@mantine/core';
import { IconArrowUp, IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { type CSSProperties, memo, useRef } from 'react';
import classes from './ForecastStrip.module.css';
import { MetricChart } from './MetricChart.tsx';
import { columnPx, type Threshold } from './metric-line.ts';
import { type ForecastView, type Metric, metricText } from './metrics.ts';
import { type Period, valueText } from './periods.ts';
import { useDraggedScroll } from './use-dragged-scroll.ts';
import { WeatherIcon } from './WeatherIcon.tsx';

/** The distance that an arrow scrolls (spec 1 section 9). */
const stepPx = 240;

interface ForecastStripProps {
  view: ForecastView;
  periods: readonly Period[];
  metrics: readonly Metric[];
  metric: Metric;
  onMetric: (metric: Metric) => void;
  thresholds: readonly Threshold[];
}

/**
 * The periods as a table that scrolls sideways, one column each. The names of its rows stay at its side and
 * select the metric of the chart below. It can be dragged, scrolled by wheel and touch, and moved by the
 * arrow keys and the arrow buttons.
 */
export default memo(function ForecastStrip({
  view,
  periods,
  metrics,
  metric,
  onMetric,
  thresholds,
}: ForecastStripProps) {
  const scroller = useRef<HTMLElement>(null);
  const { ends, events } = useDraggedScroll(scroller, columnPx, periods.length);
  const move = (px: number) => scroller.current?.scrollBy({ left: px });
  const of = view === 'hourly' ? 'hours' : 'days';
  return (
    <div className={classes.frame}>
      <section
        ref={scroller}
        className={classes.scroller}
        aria-label={`Forecast, the next ${periods.length} ${of}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        {...events}
      >
        <table className={classes.table} style={{ '--columns': periods.length } as CSSProperties}>
          <caption className="visually-hidden">
            Forecast by the {view === 'hourly' ? 'hour' : 'day'}; the buttons at its side choose what the
            chart shows
          </caption>
          <Heads periods={periods} />
          <tbody>
            {metrics.map((one) => (
              <tr key={one} data-chosen={one === metric || undefined}>
                <th scope="row" className={classes.side}>
                  <MetricButton metric={one} chosen={one === metric} onChoose={() => onMetric(one)} />
                </th>
                {periods.map((period) => (
                  <td key={period.key}>
                    <Value metric={one} period={period} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
        <MetricChart metric={metric} periods={periods} thresholds={thresholds} />
      </section>
      <div className={classes.arrows}>
        <ActionIcon aria-label={`Earlier ${of}`} disabled={ends.atStart} onClick={() => move(-stepPx)}>
          <IconChevronLeft size={20} aria-hidden="true" />
        </ActionIcon>
        <ActionIcon aria-label={`Later ${of}`} disabled={ends.atEnd} onClick={() => move(stepPx)}>
          <IconChevronRight size={20} aria-hidden="true" />
        </ActionIcon>
      </div>
    </div>
  );
});

/** The time of each period, and its weather. */
function Heads({ periods }: { periods: readonly Period[] }) {
  return (
    <thead>
      <tr>
        <td className={classes.corner} />
        {periods.map((period) => (
          <th key={period.key} scope="col" className={classes.period} title={period.spoken}>
            <span aria-hidden="true">
              <span className={classes.weekday}>{period.weekday}</span>
              <span className={classes.when}>{period.label}</span>
            </span>
            <span className="visually-hidden">{period.spoken}</span>
          </th>
        ))}
      </tr>
      <tr>
        <th scope="row" className={classes.side}>
          <span className="visually-hidden">Weather and chance of precipitation</span>
        </th>
        {periods.map(({ key, icon, weather, chancePct }) => (
          <td key={key} className={classes.weather}>
            <WeatherIcon icon={icon} text={weather} />
            <span className={classes.chance}>
              {chancePct !== null && (
                <>
                  {chancePct}%<span className="visually-hidden"> chance of precipitation</span>
                </>
              )}
            </span>
          </td>
        ))}
      </tr>
    </thead>
  );
}

function MetricButton({
  metric,
  chosen,
  onChoose,
}: {
  metric: Metric;
  chosen: boolean;
  onChoose: () => void;
}) {
  const { short, name, unit, color } = metricText[metric];
  return (
    <UnstyledButton
      className={classes.metric}
      aria-pressed={chosen}
      aria-label={`${short} ${unit}${short === name ? '' : `, ${name.toLowerCase()}`}`}
      style={{ '--metric': color } as CSSProperties}
      onClick={onChoose}
    >
      {short} <small>{unit}</small>
    </UnstyledButton>
  );
}

function Value({ metric, period }: { metric: Metric; period: Period }) {
  const text = valueText(metric, period.values[metric]);
  if (metric !== 'wind') return text;
  const { arrowDegrees, windFrom } = period;
  return (
    <span className={classes.wind}>
      {text}
      {arrowDegrees !== null && (
        <IconArrowUp
          className={classes.windArrow}
          size={14}
          stroke={2.2}
          style={{ transform: `rotate(${arrowDegrees}deg)` }}
          aria-hidden="true"
        />
      )}
      {windFrom && text !== '--' && (
        <span className="visually-hidden"> from {windFrom === 'VRB' ? 'variable directions' : windFrom}</span>
      )}
    </span>
  );
}
