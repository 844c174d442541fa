import type { Evapotranspiration } from '@allclear/contract';
import { useMemo } from 'react';
import { CardText } from '../../../ui/CardStates.tsx';
import { TimeChart } from '../../../ui/chart/TimeChart.tsx';
import { type EvapotranspirationRange, isInsufficient, seriesOf } from './evapotranspiration-view.ts';

/** The least range of the axis, inches. */
const minSpan = 0.06;

/** The days as a chart, or why there is none. */
export function EvapotranspirationChart({
  found,
  range,
  heightPx,
}: {
  found: Evapotranspiration;
  range: EvapotranspirationRange;
  heightPx: number;
}) {
  const series = useMemo(() => seriesOf(found), [found]);
  if (found.lacks.length > 0)
    return <CardText>This station has no evapotranspiration: it lacks {list.format(found.lacks)}.</CardText>;
  if (isInsufficient(found, range)) return <CardText>Insufficient data. Unable to generate graph.</CardText>;
  return (
    <TimeChart
      title="Evapotranspiration by day, inches"
      series={series}
      timeZone={found.timeZone}
      heightPx={heightPx}
      nowMs={null}
      yTickCount={4}
      minSpan={minSpan}
    />
  );
}

const list = new Intl.ListFormat('en-US');
