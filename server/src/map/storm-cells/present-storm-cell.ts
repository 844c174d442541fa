import type { StormCellCollection } from '@allclear/contract';
import { cellPositionAfter, cellType, HAIL_MARK_PCT, type TrackedCell } from '@allclear/domain';

const aheadMinutes = [15, 30, 45, 60];
const decimals = (value: number, count: number) => Math.round(value * 10 ** count) / 10 ** count;
const isMarked = (percent: number | null) => (percent ?? 0) >= HAIL_MARK_PCT;

export function presentStormCell(cell: TrackedCell): StormCellCollection['features'][number] {
  return {
    type: 'Feature',
    id: cell.id,
    geometry: { type: 'Point', coordinates: [cell.longitude, cell.latitude] },
    properties: {
      Id: cell.id,
      IssueTime: new Date(cell.observedAt).toISOString(),
      Type: cellType(cell),
      Flags: {
        Tvs: cell.hasTvs,
        Meso: cell.mesoRank !== null,
        SevereHail: isMarked(cell.severeHailPct),
        Hail: isMarked(cell.hailPct),
      },
      Movement: { Speed: cell.speedMph === null ? null : decimals(cell.speedMph, 1) },
      Height: cell.maxDbzKft,
      Top: cell.topKft,
      MaxReflectivity: cell.maxDbz,
      Hail: { Chance: cell.hailPct, ChanceOfSevere: cell.severeHailPct, Size: cell.hailInches },
      Vil: cell.vilKgM2,
      Heading: cell.headingDegrees === null ? null : decimals(cell.headingDegrees, 0),
      Ahead: aheadMinutes.flatMap((minutes) => {
        const at = cellPositionAfter(cell, minutes);
        return at
          ? [{ Minutes: minutes, Coordinates: [decimals(at.longitude, 4), decimals(at.latitude, 4)] }]
          : [];
      }),
    },
  };
}
