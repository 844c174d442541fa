import { DeviceFailure, malformed } from '../device-failure.ts';
import { type HttpSession, isObject, objectOf } from '../http-session.ts';
import type { DeviceHttpAnswer } from '../port.ts';

/** The path of the siren and light API. */
export const AXIS_SIREN_PATH = '/axis-cgi/siren_and_light.cgi';

export type AxisService = 'siren' | 'light';

/** One operation that the device lists; it carries out the one of highest priority of each service. */
export interface AxisOperation {
  readonly id: number | null;
  readonly priority: number;
  /** Seconds until it ends by itself; null when it does not say. */
  readonly secondsLeft: number | null;
}

export interface AxisStatus {
  readonly answer: DeviceHttpAnswer;
  /** The highest priority first. */
  readonly siren: readonly AxisOperation[];
  readonly light: readonly AxisOperation[];
}

/** The priority of an operation that says none. */
const DEFAULT_PRIORITY = 3;
/** The device's own operations, above those of all users. */
const OWN_OPERATIONS: Readonly<Record<number, string>> = {
  11: 'It is in maintenance mode and does nothing.',
  12: 'It shows where it is (find device) and does nothing else.',
  13: 'It checks itself and does nothing else.',
};

/** One call; the answer and its `data`. Errors come with HTTP 200: 1100 (internal) may have acted, all others have not. */
export async function callAxis(
  http: HttpSession,
  method: string,
  params: object | null,
  signal: AbortSignal,
): Promise<{ data: Readonly<Record<string, unknown>>; answer: DeviceHttpAnswer }> {
  const body = JSON.stringify({ apiVersion: '1.0', method, ...(params !== null && { params }) });
  const request = { method: 'POST', path: AXIS_SIREN_PATH, body, contentType: 'application/json' } as const;
  const answer = await http.send(request, signal);
  const { error, data = {}, method: answered } = objectOf(answer);
  if (isObject(error)) {
    const { code, message } = error;
    throw new DeviceFailure('device', `It refuses: ${String(message)} (${String(code)}).`, code === 1100);
  }
  if (!isObject(data)) throw malformed('It does not answer as an Axis device does.');
  if (answered !== method) throw malformed('It answers another question.');
  return { data, answer };
}

export async function readAxisStatus(http: HttpSession, signal: AbortSignal): Promise<AxisStatus> {
  const { data, answer } = await callAxis(http, 'getStatus', null, signal);
  return {
    answer,
    siren: readOperations(data.siren, 'sirenId'),
    light: readOperations(data.light, 'lightId'),
  };
}

function readOperations(list: unknown, idName: string): AxisOperation[] {
  if (list === undefined) return [];
  if (!Array.isArray(list)) throw malformed('It lists its operations in a way that is not known.');
  return list
    .map((entry: unknown): AxisOperation => {
      if (!isObject(entry)) throw malformed('It lists its operations in a way that is not known.');
      const { priority = DEFAULT_PRIORITY, durationLeft } = entry;
      const left = isObject(durationLeft) ? durationLeft.value : durationLeft;
      const id = entry[idName] ?? entry.id;
      if (typeof priority !== 'number') throw malformed('It lists an operation of no priority.');
      return {
        id: typeof id === 'number' ? id : null,
        priority,
        secondsLeft: typeof left === 'number' ? left : null,
      };
    })
    .sort((one, other) => other.priority - one.priority);
}

/** What it lists of ours; null when there is none, or something of a higher priority is carried out instead. */
export function activeOperation(
  operations: readonly AxisOperation[],
  priority: number,
): AxisOperation | null {
  const [top] = operations;
  return top?.priority === priority ? top : null;
}

/** What keeps our operations from being carried out, in words; null for nothing. */
export function whatIsAbove(operations: readonly AxisOperation[], priority: number): string | null {
  const [top] = operations;
  if (top === undefined || top.priority <= priority) return null;
  return OWN_OPERATIONS[top.priority] ?? `Something else uses it with the higher priority ${top.priority}.`;
}

/** What the last check of the device by itself has found; empty where it has made none. */
export async function lastHealthFaults(http: HttpSession, signal: AbortSignal): Promise<string[]> {
  try {
    const { data } = await callAxis(http, 'getLastHealthCheck', null, signal);
    if (!Array.isArray(data.errors)) return [];
    return data.errors.map((error: unknown) => {
      const text = isObject(error) ? (error.message ?? error.error ?? JSON.stringify(error)) : error;
      return `Its last check of itself found: ${String(text)}`;
    });
  } catch (error) {
    // A device that has never checked itself refuses.
    if (error instanceof DeviceFailure && error.because === 'device' && !error.mayHaveActed) return [];
    throw error;
  }
}
