import { memo } from 'react';
import { useSlowNow } from '../../clock/use-now.ts';
import { AirQualityCard, airQualityCrashText } from '../../features/air-quality/AirQualityCard.tsx';
import { useAirQuality } from '../../features/air-quality/use-air-quality.ts';
import { StationImageCard, stationImageCrashText } from '../../features/stations/image/StationImageCard.tsx';
import { RisksCard, risksCrashText } from '../../features/warnings/risks/RisksCard.tsx';
import { useThreats } from '../../features/warnings/risks/use-threats.ts';
import { GuardedCard } from '../../ui/Card.tsx';
import classes from './DashboardCards.module.css';
import type { CardsProps } from './DashboardCards.tsx';

/** The image, the risks and the air quality. */
export default memo(function SideCards({ location, status: { speed }, onEdit }: CardsProps) {
  const nowMs = useSlowNow();
  const threats = useThreats(location.id, speed);
  const pollutants = useAirQuality(location.id, speed);
  const common = { timeZone: location.timeZone, nowMs, speed };
  return (
    <div className={classes.beside}>
      <GuardedCard title="Weather station image" fallback={stationImageCrashText} resetKey={location.id}>
        <StationImageCard location={location} speed={speed} nowMs={nowMs} onEdit={onEdit} />
      </GuardedCard>
      <GuardedCard title="Today's Policy Risks" fallback={risksCrashText} resetKey={location.id}>
        <RisksCard threats={threats} {...common} />
      </GuardedCard>
      <GuardedCard title="Air Quality" fallback={airQualityCrashText} resetKey={location.id}>
        <AirQualityCard pollutants={pollutants} {...common} />
      </GuardedCard>
    </div>
  );
});
