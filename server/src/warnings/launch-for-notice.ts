import type { LightningLive } from '../lightning/index.ts';
import { launchScenarios, owesAllClear } from '../notifications/index.ts';
import { systemActor } from '../platform/actor.ts';
import type { Database } from '../platform/database/database.ts';
import { listPolicyPlaces } from '../policies/index.ts';
import { answerForPlace } from './answer-for-place.ts';
import { launchPlaceClear } from './launch-place-clear.ts';
import { type NoticeNeeds, noticeWords, type WarningNotice } from './warning-notice.ts';

const actor = systemActor('launch-scenarios');

/**
 * Launches the InformaCast scenarios of a notice, in the transaction of `needs.db`: those of the policy's groups at the
 * place when a warning begins, and those of an all clear of the place. As CAP messages, they do not depend on whether
 * the policy notifies anybody; the end of a warning while something else holds the place, and a withdrawal, launch
 * nothing.
 */
export async function launchForNotice(
  needs: NoticeNeeds,
  { step, row, state, facts, notice }: WarningNotice,
  now: number,
): Promise<void> {
  const { watch, follows, followed = false, endingIds = [] } = step;
  if (state.kind !== 'open') return;
  if (notice === 'started') {
    const said = { watch, row, state, facts, notice, additionalText: '', holds: [], follows };
    const text = noticeWords(needs.weather, said, now).subject;
    const { policy, place } = watch;
    await launchScenarios(needs.db, actor, {
      ...{ organizationId: policy.organizationId, organizationLocationId: place.id },
      ...{ policyId: policy.id, warningId: row.id, text, at: now },
    });
  }
  // The last warning that ends in this round speaks for all.
  if (notice !== 'all-clear' || followed || endingIds.length > 0) return;
  if (!(await owesAllClear(needs.db, watch.place.id, now))) return;
  const { holds } = await answerForPlace(needs.db, needs.live, watch.place, now);
  if (holds.length > 0) return;
  const said = { watch, row, state, facts, notice, additionalText: '', holds } as const;
  await launchPlaceClear(needs.db, row, noticeWords(needs.weather, said, now).subject, now);
}

/** Whether anything keeps an organization location from being clear; true for one that is gone. */
export async function isPlaceHeld(
  db: Database,
  live: LightningLive,
  { organizationId, organizationLocationId: id }: { organizationId: string; organizationLocationId: string },
  now: number,
): Promise<boolean> {
  const place = (await listPolicyPlaces(db, organizationId)).find((one) => one.id === id);
  if (!place) return true;
  return (await answerForPlace(db, live, place, now)).holds.length > 0;
}
