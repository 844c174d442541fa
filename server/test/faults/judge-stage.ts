import { createHash } from 'node:crypto';
import { unpackPoints } from '../../src/lightning/index.ts';
import type { Store } from '../../src/platform/database/database.ts';
import { type ClearClaim, type Evidence, whyFalseAllClears } from './judge-lightning.ts';
import { allClearMinutes, type Stage, waitUntil } from './stage.ts';
import type { Written } from './write-meanwhile.ts';

/** How long what was begun may take to be delivered after the fault, ms: providers are asked again after a while. */
const drainedWithinMs = 120_000;

/** What was stored of lightning, by when it was committed; `since` is epoch ms of product time. */
export async function storedLightning({ pool }: Store, since: number): Promise<Evidence> {
  const windows = await pool.query<{ from: Date; to: Date; known: Date | null }>(
    `select observed_from as "from", observed_to as "to", pg_xact_commit_timestamp(xmin) as known
     from lightning_batches where provides_coverage and not data_lost and observed_to > $1`,
    [new Date(since)],
  );
  const flashes = await pool.query<{ at: Date; points: Buffer; known: Date | null }>(
    'select at, points, pg_xact_commit_timestamp(xmin) as known from flashes where at > $1',
    [new Date(since)],
  );
  // A row whose transaction is so old that its time is forgotten was there all the time.
  const at = (known: Date | null) => known?.getTime() ?? Number.NEGATIVE_INFINITY;
  return {
    windows: windows.rows.map(({ from, to, known }) => ({
      ...{ from: from.getTime(), to: to.getTime(), availableAt: at(known) },
    })),
    flashes: flashes.rows.map(({ at: flashAt, points, known }) => ({
      ...{ at: flashAt.getTime(), points: unpackPoints(points), availableAt: at(known) },
    })),
  };
}

/** What the stand-in satellite saw and sent. */
export function sentLightning({ satellite }: Stage): Evidence {
  const sent = satellite?.sent ?? [];
  return {
    windows: sent.map(({ from, to, sentAt }) => ({ from, to, availableAt: sentAt })),
    flashes: (satellite?.flashes ?? []).map(({ at, latitude, longitude }) => ({
      ...{ at, points: [latitude, longitude] },
      availableAt: sent.find(({ from, to }) => from <= at && at < to)?.sentAt ?? Number.POSITIVE_INFINITY,
    })),
  };
}

/** The evidence that claims are judged by. */
export async function evidenceFor(stage: Stage, claims: readonly ClearClaim[]): Promise<Evidence> {
  if (stage.satellite) return sentLightning(stage);
  const first = Math.min(...claims.map(({ observedThrough }) => observedThrough));
  if (!Number.isFinite(first)) return { windows: [], flashes: [] };
  return stage.onDatabase((store) => storedLightning(store, first - (allClearMinutes + 10) * 60_000));
}

/** Waits until nothing is queued any more; what still is, a sentence each. */
export async function drained(stage: Stage): Promise<string[]> {
  const waiting = () =>
    stage.onDatabase(async ({ pool }) => {
      const { rows } = await pool.query<{ what: string }>(
        `select 'delivery ' || channel || ' ' || state || ' ' || coalesce(last_error, '') as what from deliveries
           where state in ('queued', 'sending')
         union all select 'event ' || state from webhook_deliveries where state <> 'accepted'
         union all select 'command ' || state from hardware_commands where state in ('queued', 'sending')`,
      );
      return rows.map(({ what }) => what);
    });
  let left: string[] = [];
  const tookMs = await waitUntil(async () => {
    left = await waiting().catch((error: Error) => [error.message]);
    return left.length === 0;
  }, drainedWithinMs);
  return tookMs === null
    ? [`after ${drainedWithinMs / 1_000} s there still wait: ${left.slice(0, 3).join(', ')}`]
    : [];
}

/** Everything that was acknowledged is there, whole. */
export async function lostWrites(
  stage: Pick<Stage, 'onDatabase'>,
  { labels, notices }: Written,
): Promise<string[]> {
  const wrong: string[] = [];
  await stage.onDatabase(async ({ pool }) => {
    const stored = await pool.query<{ label: string }>('select label from locations where label = any($1)', [
      labels,
    ]);
    const there = new Set(stored.rows.map(({ label }) => label));
    for (const label of labels) if (!there.has(label)) wrong.push(`${label} was acknowledged and is lost`);
    const written = await pool.query<{ text: string; user_id: string; state: string }>(
      `select n.text, d.user_id, d.state from notices n join deliveries d on d.notice_id = n.id where n.text = any($1)`,
      [notices.map(({ text }) => text)],
    );
    for (const { text, userId } of notices) {
      const delivery = written.rows.find((row) => row.text === text && row.user_id === userId);
      if (delivery?.state !== 'accepted')
        wrong.push(`${text} was committed and is ${delivery?.state ?? 'lost'}`);
    }
    // A batch and its flashes are one transaction.
    const halves = await pool.query<{ key: string }>(
      `select b.key from lightning_batches b where b.flash_count < (select count(*) from flashes f where f.batch_id = b.id)
         or (b.flash_count > 0 and not exists (select from flashes f where f.feed = b.feed and f.at > b.observed_from - interval '2 minutes'
           and f.at < b.observed_to + interval '2 minutes'))`,
    );
    for (const { key } of halves.rows) wrong.push(`the lightning batch ${key} is stored in part`);
  });
  return wrong;
}

/** Nobody is notified twice, and what counts as delivered was taken by its provider. */
export async function doubled(stage: Pick<Stage, 'onDatabase' | 'providers'>): Promise<string[]> {
  const { gateway, mails } = stage.providers;
  const wrong: string[] = [];
  const texts = new Map<string, string>();
  const note = (key: string, id: string) => {
    const before = texts.get(key);
    if (before !== undefined && before !== id) wrong.push(`twice, as two messages: ${key}`);
    texts.set(key, id);
  };
  for (const [id, { to, text }] of gateway.taken) if (text.includes('Notice ')) note(`SMS ${to} ${text}`, id);
  for (const { messageId, to, subject } of mails)
    if (subject.includes('Notice ')) note(`mail ${to} ${subject}`, messageId);
  await stage.onDatabase(async ({ pool }) => {
    const accepted = await pool.query<{ id: string; channel: string }>(
      `select id, channel from deliveries where state = 'accepted' and channel in ('sms', 'email')`,
    );
    const mailIds = new Set(mails.map(({ messageId }) => messageId));
    for (const { id, channel } of accepted.rows) {
      const isTaken = channel === 'sms' ? gateway.taken.has(id) : mailIds.has(messageIdOf(id));
      if (!isTaken) wrong.push(`the ${channel} ${id} counts as accepted, and its provider has none`);
    }
    const twice = await pool.query<{ what: string }>(
      `select 'warning ' || warning_id || ' ' || kind as what from notices
         where warning_id is not null and kind in ('started', 'all-clear', 'ended', 'withdrawn')
         group by warning_id, kind having count(*) > 1
       union all
       select 'notice ' || notice_id || ' by ' || string_agg(channel, ' and ') from deliveries
         where state = 'accepted' group by notice_id, recipient having count(*) > 1`,
    );
    for (const { what } of twice.rows) wrong.push(`twice: ${what}`);
  });
  return wrong;
}

/** All clears that were sent although lightning within the radius of the policy was known. */
export async function falseAllClears(
  stage: Pick<Stage, 'onDatabase' | 'satellite'>,
  evidence: Evidence,
): Promise<string[]> {
  return stage.onDatabase(async ({ pool }) => {
    const { rows } = await pool.query<{ at: Date; known: Date; latitude: number; longitude: number }>(
      `select n.at, pg_xact_commit_timestamp(n.xmin) as known, w.latitude, w.longitude
       from notices n join warnings w on w.id = n.warning_id where n.kind = 'all-clear'`,
    );
    return whyFalseAllClears(
      rows.map(({ at, known, ...place }) => {
        const committedAt = known.getTime();
        // With the satellite the weather runs by the wall clock, of which that of the product may be off.
        return { at: stage.satellite ? committedAt : at.getTime(), committedAt, ...place };
      }),
      evidence,
      allClearMinutes,
    );
  });
}

/** The siren is as the product knows it: silent, and lit only while it warns. */
export async function leftSounding(
  stage: Pick<Stage, 'onDatabase' | 'siren'>,
  { silentWithinMs = 10_000, rightWithinMs = 20_000 } = {},
): Promise<string[]> {
  const { siren } = stage;
  const wrong: string[] = [];
  const silent = await waitUntil(() => siren.state().sounding === null, silentWithinMs);
  if (silent === null) wrong.push(`the siren still sounds (${siren.state().sounding})`);
  const isRight = () =>
    stage.onDatabase(async ({ pool }) => {
      const { rows } = await pool.query<{ lit: boolean | null; clears: number }>(
        `select (select case when state->>'kind' = 'none' then false
             when state->>'kind' = 'warning' and (state->>'isLightningOn')::boolean then true end
             from hardware_signals limit 1) as lit,
           (select count(*)::int from hardware_commands where cause = 'all-clear' and action = 'sound') as clears`,
      );
      const lit = rows[0]?.lit ?? null;
      const clears = siren.commands.filter(({ text }) => text.startsWith('relay2 on')).length;
      return { isLit: lit === null || lit === siren.state().lit, isOnce: clears <= (rows[0]?.clears ?? 0) };
    });
  // A storm may pass meanwhile.
  if ((await waitUntil(async () => (await isRight()).isLit, rightWithinMs)) === null)
    wrong.push(`the siren is ${siren.state().lit ? 'lit' : 'dark'} against what is stored`);
  if (!(await isRight()).isOnce) wrong.push('an all clear sounded twice');
  return wrong;
}

/** As the mail adapter makes it of the id of a delivery. */
function messageIdOf(id: string): string {
  return `<${createHash('sha256').update(id).digest('hex').slice(0, 40)}@example.org>`;
}
