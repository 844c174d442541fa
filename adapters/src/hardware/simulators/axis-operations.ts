import { isObject } from '../http-session.ts';
import type { SimulatedOutputs } from './simulated-outputs.ts';

export type AxisService = 'siren' | 'light';
export type AxisResult = { data: object } | { error: { code: number; message: string } };

interface Operation {
  readonly id: number;
  readonly service: AxisService;
  readonly priority: number;
  /** The output that it switches; null for what others do. */
  readonly output: string | null;
}

export interface AxisOperations {
  call(method: string, params: Readonly<Record<string, unknown>>): AxisResult;
  /** Something else uses a service, without an end. */
  occupy(service: AxisService, priority: number): void;
  free(service: AxisService, priority: number): void;
}

/** What it accepts of priorities; the device's own operations are above. */
const MAX_PRIORITY = 10;

/**
 * The operations of a simulated Axis device. Of each service the one of the highest priority is carried out; for each
 * priority one is listed, also while a higher one is carried out.
 */
export function createAxisOperations(outputs: SimulatedOutputs): AxisOperations {
  let operations: Operation[] = [];
  let lastId = 0;
  const add = (operation: Omit<Operation, 'id'>) => {
    lastId += 1;
    operations.push({ id: lastId, ...operation });
    return lastId;
  };
  const turnOff = (output: string | null) => {
    if (output !== null && outputs.isOn(output)) outputs.set(output, false);
  };
  const remove = (operation: Operation) => {
    operations = operations.filter((one) => one !== operation);
    turnOff(operation.output);
  };
  /** An operation that is carried out ends with its output. */
  const listed = (service: AxisService) => {
    const all = operations.filter((one) => one.service === service);
    const top = Math.max(...all.map(({ priority }) => priority));
    const ended = all.find(
      ({ output, priority }) => priority === top && output !== null && !outputs.isOn(output),
    );
    if (ended) operations = operations.filter((one) => one !== ended);
    return all.filter((one) => one !== ended);
  };
  const start = (service: AxisService, wanted: Readonly<Record<string, unknown>>): number | null => {
    const { priority = 3, duration } = wanted;
    const output = outputOf(service, wanted);
    if (!outputs.has(output) || typeof priority !== 'number' || priority > MAX_PRIORITY) return null;
    const before = listed(service);
    const same = before.find((one) => one.priority === priority);
    if (same) remove(same);
    if (before.some((one) => one.priority > priority)) return add({ service, priority, output });
    const seconds = isObject(duration) && typeof duration.value === 'number' ? duration.value : null;
    outputs.set(output, true, seconds);
    if (outputs.isOn(output)) return add({ service, priority, output });
    // It lies: it names an operation and has none.
    lastId += 1;
    return lastId;
  };
  const stop = ({ all, sirenId, lightId }: Readonly<Record<string, unknown>>): boolean => {
    const services: unknown[] = Array.isArray(all) ? all : [];
    const ids: Readonly<Record<AxisService, unknown>> = { siren: sirenId, light: lightId };
    const stopped = operations.filter(
      ({ id, service, priority }) =>
        (services.includes(service) && priority <= MAX_PRIORITY) || id === ids[service],
    );
    for (const operation of stopped) remove(operation);
    return stopped.length > 0;
  };
  return {
    occupy(service, priority) {
      for (const one of listed(service)) if (one.priority < priority) turnOff(one.output);
      add({ service, priority, output: null });
    },
    free(service, priority) {
      operations = operations.filter((one) => one.service !== service || one.priority !== priority);
    },
    call(method, params) {
      if (method === 'getStatus')
        return { data: { ...statusOf('siren', listed, outputs), ...statusOf('light', listed, outputs) } };
      if (method === 'stop')
        return stop(params) ? { data: {} } : { error: { code: 1203, message: 'No such process' } };
      if (method !== 'start') return { error: { code: 2102, message: 'Method not supported' } };
      const ids: Record<string, number> = {};
      for (const service of ['siren', 'light'] as const) {
        const wanted = params[service];
        if (!isObject(wanted)) continue;
        const id = start(service, wanted);
        if (id === null) return { error: { code: 2200, message: 'Pattern not supported' } };
        ids[`${service}Id`] = id;
      }
      return { data: ids };
    },
  };
}

/** As the wiring of a unit names it: `Alarm: Horror`, `Alternate / blue, red`. */
function outputOf(service: AxisService, { pattern, colors }: Readonly<Record<string, unknown>>): string {
  const withColors = service === 'light' && Array.isArray(colors) ? ` / ${colors.join(', ')}` : '';
  return String(pattern) + withColors;
}

function statusOf(
  service: AxisService,
  listed: (service: AxisService) => readonly Operation[],
  outputs: SimulatedOutputs,
): object {
  const list = listed(service)
    .filter(({ output }) => outputs.fault !== 'denies' || output === null)
    .map(({ id, priority, output }) => {
      const durationLeft = output === null ? null : outputs.timerOf(output);
      return { [`${service}Id`]: id, priority, profile: '', ...(durationLeft !== null && { durationLeft }) };
    });
  return list.length > 0 ? { [service]: list } : {};
}
