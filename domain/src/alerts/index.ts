export { type AlertEvent, alertEvents, eventColor, eventName, isEventOfPolicy } from './alert-events.ts';
export { mostSevereFirst, severityRank } from './alert-severity.ts';
export {
  type ActiveAlert,
  type AlertPlace,
  activeAlerts,
  alertCovers,
  alertsCovering,
  type CapAlert,
  eventsOfPolicy,
} from './cap-alerts.ts';
export { degreesEast, ringHolds } from './ring.ts';
export { parseVtec, type Vtec } from './vtec.ts';
export { type Ring, type ZonePolygons, zoneHolds } from './zone-shape.ts';
