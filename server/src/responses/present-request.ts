import type { AskedRequest, ResponseRequestView } from '@allclear/contract';
import { escalationTimes, type ResponseKind, type ResponseTally, tallyResponses } from '@allclear/domain';
import { isoTime } from '../platform/http/iso-time.ts';
import type {
  CountedPerson,
  CountedResponse,
  StoredAskedRequest,
  StoredRequest,
  TakenStep,
} from './requests.store.ts';

/** Sent so long after the press it is said, ms. */
const lateMs = 60_000;

export function presentResponse(response: CountedResponse | null) {
  if (response === null) return null;
  const { kind, place, at, pressedAt, way } = response;
  const late = at - pressedAt >= lateMs ? { pressedUtc: isoTime(pressedAt) } : {};
  return { kind, place, atUtc: isoTime(at), ...late, way };
}

export function presentAsked(request: StoredAskedRequest): AskedRequest {
  const { id, headline, text, isDrill, askedAt, response } = request;
  return {
    ...{ id, headline, text, isDrill, askedUtc: isoTime(askedAt) },
    response: presentResponse(response),
  };
}

export function presentRequest(
  { id, askedAt, steps, nextStepAt }: StoredRequest,
  people: readonly CountedPerson[],
  taken: readonly TakenStep[],
  names: ReadonlyMap<string, string>,
): ResponseRequestView {
  const groups = [...Map.groupBy(people, ({ groupName }) => groupName)];
  const times = escalationTimes(askedAt, steps);
  return {
    ...{ id, askedUtc: isoTime(askedAt), ...tallyOf(people) },
    groups: groups.map(([name, members]) => ({ name, ...tallyOf(members) })),
    steps: steps.slice(0, times.length).map(({ target }, index) => {
      const one = taken.find(({ step }) => step === index);
      return {
        target: target.kind === 'desk' ? 'The desk' : (names.get(target.id.toLowerCase()) ?? 'Removed'),
        dueUtc: isoTime(times[index] ?? askedAt),
        taken: one
          ? { atUtc: isoTime(one.at), listed: one.listed, notified: one.notified, notSent: one.notSent }
          : null,
      };
    }),
    nextStepUtc: nextStepAt === null ? null : isoTime(nextStepAt),
  };
}

function tallyOf(people: readonly CountedPerson[]): ResponseTally {
  const counted = new Map<string, { readonly kind: ResponseKind }>(
    people.flatMap(({ id, kind }) => (kind === null ? [] : [[id, { kind }]])),
  );
  return tallyResponses(
    people.map(({ id }) => id),
    counted,
  );
}
