import type { RemoteRelay } from '@allclear/contract';
import type { FieldErrors } from '@allclear/domain';
import { ApiFailure, messageOf } from '../../../api/failure.ts';
import { sortErrors } from '../../../forms/field-errors.ts';
import type { Refusal } from '../../../forms/use-edited-form.ts';

export interface RelayFields {
  readonly name: string;
  readonly output: string;
  readonly policyId: string | null;
  readonly onAtStart: boolean;
  readonly onAtClear: boolean;
  readonly shortestOnSeconds: number | '';
  readonly longestOnSeconds: number | '';
  readonly excludesRelayId: string | null;
}

export function relayFieldsOf(edited: RemoteRelay | null): RelayFields {
  return {
    name: edited?.name ?? '',
    output: edited?.output ?? '',
    policyId: edited?.remoteRelayTrigger?.policyId ?? null,
    onAtStart: edited?.onAtStart ?? true,
    onAtClear: edited?.onAtClear ?? false,
    shortestOnSeconds: edited?.shortestOnSeconds ?? '',
    longestOnSeconds: edited?.longestOnSeconds ?? '',
    excludesRelayId: edited?.excludesRelayId ?? null,
  };
}

const orNull = (value: number | '') => (value === '' ? null : value);

export function relayBody({ name, output, shortestOnSeconds, longestOnSeconds, ...rest }: RelayFields) {
  return {
    ...{ name: name.trim(), output: output.trim() },
    shortestOnSeconds: orNull(shortestOnSeconds),
    longestOnSeconds: orNull(longestOnSeconds),
    ...rest,
  };
}

/** The parts that differ from the stored relay. */
export function relayChanges(
  edited: RemoteRelay,
  fields: RelayFields,
): Partial<ReturnType<typeof relayBody>> {
  const before: Record<string, unknown> = relayBody(relayFieldsOf(edited));
  return Object.fromEntries(
    Object.entries(relayBody(fields)).filter(([name, value]) => value !== before[name]),
  );
}

export function relayProblems({
  name,
  output,
  shortestOnSeconds,
  longestOnSeconds,
}: RelayFields): FieldErrors {
  const isReversed =
    shortestOnSeconds !== '' && longestOnSeconds !== '' && shortestOnSeconds > longestOnSeconds;
  return {
    ...(name.trim() === '' ? { Name: ['Enter a name'] } : {}),
    ...(output.trim() === '' ? { Output: ['Enter the output of the device'] } : {}),
    ...(isReversed ? { LongestOnSeconds: ['The longest time must not be under the shortest'] } : {}),
  };
}

export function relayRefusal(thrown: unknown): Refusal {
  const errors = thrown instanceof ApiFailure ? thrown.errors : {};
  const { fields, others } = sortErrors(errors, [
    ...['Name', 'Output', 'PolicyId', 'ShortestOnSeconds', 'LongestOnSeconds', 'ExcludesRelayId'],
  ]);
  return {
    header: 'The relay was not saved',
    message: others.join(' ') || (Object.keys(fields).length > 0 ? '' : messageOf(thrown)),
    fields,
  };
}

/** The fields in words, for what somebody else changed. */
export const relayTexts: Readonly<Record<string, (relay: RemoteRelay) => string>> = {
  Name: ({ name }) => name,
  Output: ({ output }) => output,
  Automation: ({ remoteRelayTrigger }) => remoteRelayTrigger?.policyName ?? '',
  'When a warning starts': ({ onAtStart }) => (onAtStart ? 'on' : 'off'),
  'On the earned all clear': ({ onAtClear }) => (onAtClear ? 'on' : 'off'),
  'Shortest time on': ({ shortestOnSeconds }) => String(shortestOnSeconds ?? ''),
  'Longest time on': ({ longestOnSeconds }) => String(longestOnSeconds ?? ''),
};
