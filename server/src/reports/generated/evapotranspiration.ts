import { localDay, mmFromInches } from '@allclear/domain';
import { evapotranspirationOfDays } from '../../conditions/index.ts';
import type { EvapotranspirationOf } from './weather-rows.ts';

/** As the page of the station shows it. */
export const reportedEvapotranspiration: EvapotranspirationOf = async (db, station, range) => {
  const days = await evapotranspirationOfDays(db, station, range);
  return new Map(days.map(({ day, inches }) => [localDay(day, station.timeZone).from, mmFromInches(inches)]));
};
