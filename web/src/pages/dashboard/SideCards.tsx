import { memo } from 'react';
import { useStations } from '../../api/station-images.ts';
import { useSlowNow } from '../../clock/use-now.ts';
import { AirQualityCard, airQualityCrashText } from '../../features/air-quality/AirQualityCard.tsx';
import { useAirQuality } from '../../features/air-quality/use-air-quality.ts';
import { StationImageCard, stationImageCrashText } from '../../features/stations/image/StationImageCard.tsx';
import { RisksCard, risksCrashText } from '../../features/warnings/risks/RisksCard.tsx';
import { useThreats } from '../../features/warnings/risks/use-threats.ts';
import { GuardedCard } from '../../ui/Card.tsx';
import classes from './DashboardCards.module.css';
import type { CardsProps } from './DashboardCards.tsx';

/**
 * What follows from it: the picture, risks and air quality. They wait for the stations, so that a picture does
 * not move the rest.
 */
export default memo(function SideCards({ location, status: { speed }, held, onEdit }: CardsProps) {
  const nowMs = useSlowNow();
  const threats = useThreats(location.id, speed);
  const pollutants = useAirQuality(location.id, speed);
  if (useStations(speed) === undefined) return <div className={classes.beside} />;
  const common = { timeZone: location.timeZone, nowMs, speed };
  return (
    <div className={classes.beside}>
      <GuardedCard title="Weather station image" fallback={stationImageCrashText} resetKey={location.id}>
        <StationImageCard location={location} speed={speed} nowMs={nowMs} onEdit={onEdit} />
      </GuardedCard>
      <GuardedCard title="Today's Policy Risks" fallback={risksCrashText} resetKey={location.id}>
        <RisksCard threats={threats} held={held.risks} away={held.away} {...common} />
      </GuardedCard>
      <GuardedCard title="Air Quality" fallback={airQualityCrashText} resetKey={location.id}>
        <AirQualityCard pollutants={pollutants} held={held.air} {...common} />
      </GuardedCard>
    </div>
  );
});
