import type { CapAlert } from '@allclear/domain';
import { zonesOfAlert } from './zone-codes.ts';

type Fields = Readonly<Record<string, unknown>>;
type Ring = readonly (readonly [longitude: number, latitude: number])[];

/** CAP 1.2 lets the receiver choose the end of a message without `expires`. */
const UNSAID_EXPIRY_MS = 24 * 3_600_000;
const ZONED_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/;

/**
 * One feature of api.weather.gov's list of alerts. Missing texts are empty, missing times null. Null for a
 * feature that is not an alert: without id, event or time of sending.
 */
export function parseNwsAlert(feature: unknown): CapAlert | null {
  const properties = fieldsOf(fieldsOf(feature).properties);
  const id = text(properties.id) || lastPart(text(properties['@id']));
  const event = text(properties.event);
  const sentAt = time(properties.sent) ?? time(properties.effective);
  if (!id || !event || sentAt === null) return null;
  const endsAt = time(properties.ends);
  const parameters = fieldsOf(properties.parameters);
  const [tornadoDamageThreat] = texts(parameters.tornadoDamageThreat);
  return {
    id,
    event,
    headline: text(properties.headline) || headlineOf(properties) || event,
    description: text(properties.description),
    instruction: text(properties.instruction),
    severity: text(properties.severity) || 'Unknown',
    certainty: text(properties.certainty) || 'Unknown',
    urgency: text(properties.urgency) || 'Unknown',
    status: text(properties.status),
    messageType: messageType(properties.messageType),
    sentAt,
    effectiveAt: time(properties.effective) ?? sentAt,
    onsetAt: time(properties.onset),
    expiresAt: time(properties.expires) ?? endsAt ?? sentAt + UNSAID_EXPIRY_MS,
    endsAt,
    references: references(properties.references),
    vtec: texts(parameters.VTEC),
    zones: zonesOfAlert(properties.affectedZones, fieldsOf(properties.geocode).UGC, event),
    polygons: polygonsOf(fieldsOf(feature).geometry),
    senderName: text(properties.senderName),
    ...(tornadoDamageThreat ? { tornadoDamageThreat } : {}),
  };
}

/** Anything but Update and Cancel is an Alert: an unknown type must not silence one. */
function messageType(value: unknown): CapAlert['messageType'] {
  return value === 'Update' || value === 'Cancel' ? value : 'Alert';
}

function headlineOf(properties: Fields): string {
  return texts(fieldsOf(properties.parameters).NWSheadline)[0] ?? '';
}

function references(value: unknown): string[] {
  const ids = listOf(value).map(
    (reference) => text(fieldsOf(reference).identifier) || lastPart(text(fieldsOf(reference)['@id'])),
  );
  return ids.filter((id) => id !== '');
}

/** Outer rings in [longitude, latitude]. A place in a hole counts as covered, which is the safe side. */
function polygonsOf(geometry: unknown): Ring[] {
  const { type, coordinates, geometries } = fieldsOf(geometry);
  const rings =
    type === 'Polygon'
      ? [listOf(coordinates)[0]]
      : type === 'MultiPolygon'
        ? listOf(coordinates).map((polygon) => listOf(polygon)[0])
        : type === 'GeometryCollection'
          ? null
          : [];
  if (rings === null) return listOf(geometries).flatMap(polygonsOf);
  return rings.map(ringOf).filter((ring) => ring !== null);
}

function ringOf(value: unknown): Ring | null {
  const points = listOf(value);
  const isPoint = (point: unknown): point is [number, number] =>
    Array.isArray(point) && Math.abs(point[0] as number) <= 360 && Math.abs(point[1] as number) <= 90;
  return points.length >= 3 && points.every(isPoint)
    ? points.map(([longitude, latitude]) => [longitude, latitude])
    : null;
}

/** Epoch ms; null for anything but a time with its offset. */
export function time(value: unknown): number | null {
  const at = typeof value === 'string' && ZONED_TIME.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(at) ? null : at;
}

/** Without the characters that PostgreSQL rejects: NUL and lone surrogates. */
function text(value: unknown): string {
  return typeof value === 'string' ? value.replaceAll('\u0000', '').toWellFormed().trim() : '';
}

function texts(value: unknown): string[] {
  return listOf(value).map(text).filter(Boolean);
}

/** The service also gives ids as URLs: 'https://api.weather.gov/alerts/urn:oid:2.49…'. */
function lastPart(url: string): string {
  return url.slice(url.lastIndexOf('/') + 1);
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}
