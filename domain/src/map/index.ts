export { decodeFronts, type Front, type PressureCenter, type SurfaceAnalysis } from './coded-fronts.ts';
export {
  dbzOfLevel,
  NO_ECHO,
  type RadarColor,
  radarColorIndex,
  radarColors,
  radarLevel,
} from './radar-palette.ts';
export {
  bareRoadC,
  meltMmPerHour,
  type RoadCondition,
  type RoadState,
  type RoadWeather,
  roadConditions,
  roadState,
} from './road-conditions.ts';
export { type RoadHour, roadHours } from './road-hours.ts';
export { type RoadColor, roadColorIndexes, roadColors, roadLabel } from './road-palette.ts';
export {
  CELL_SHOWN_MS,
  type CellType,
  cellMotion,
  cellPositionAfter,
  cellType,
  HAIL_MARK_PCT,
  newestCells,
  pointFrom,
  type TrackedCell,
} from './storm-cell.ts';
export {
  assumedCellMiles,
  type MovingStorm,
  nearestStorm,
  type StormDeparture,
  stormDeparture,
} from './storm-departure.ts';
export {
  coneRadiusMiles,
  forecastCone,
  type TropicalPoint,
  type TropicalStorm,
  type TropicalTrack,
  tropicalSpeedMph,
  tropicalTypeName,
} from './tropical.ts';
