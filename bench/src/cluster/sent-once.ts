import type { GatewayRequest } from '@allclear/server/test/sms-gateway-stand-in.ts';
import pg from 'pg';
import { type AcknowledgedStrike, whyNotClear } from './place-model.ts';

export interface SentFigures {
  readonly warnings: number;
  readonly notices: number;
  readonly allClears: number;
  readonly deliveries: number;
  readonly messages: number;
  /** Requests that repeated one with the same key, which a provider does not send again. */
  readonly repeatedRequests: number;
}

interface Row {
  readonly id: string;
  readonly warning_id: string | null;
  readonly warning_revision: number | null;
  readonly kind: string;
  readonly at: Date;
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly place: string | null;
}

/** Judges what was sent: each notice once, each person once, no all clear twice, and none within the all-clear time of a strike. */
export async function judgeSent(
  databaseUrl: string,
  gateway: {
    readonly requests: readonly GatewayRequest[];
    readonly taken: ReadonlyMap<string, GatewayRequest>;
  },
  {
    strikes,
    clearMinutes,
  }: { readonly strikes: readonly AcknowledgedStrike[]; readonly clearMinutes: number },
): Promise<{ figures: SentFigures; findings: string[] }> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const findings: string[] = [];
  try {
    const { rows: notices } = await client.query<Row>(`
      select n.id, n.warning_id, n.warning_revision, n.kind, n.at, l.latitude, l.longitude, l.name as place
      from notices n left join organization_locations l on l.id = n.organization_location_id`);
    const { rows: deliveries } = await client.query<{ id: string; state: string; who: string }>(
      `select id, state, user_id || ' ' || notice_id as who from deliveries where channel = 'sms'`,
    );
    const { rows: cleared } = await client.query<{ who: string }>(`
      select p.user_id || ' for ' || n.warning_id as who from notices n join notifications p on p.notice_id = n.id
      where n.kind = 'all-clear' and p.muted is null and n.warning_id is not null`);
    const { rows: counts } = await client.query<{ count: string }>('select count(*) from warnings');
    const twice = (of: readonly string[], what: string) => {
      for (const [key, all] of Map.groupBy(of, (one) => one))
        if (all.length > 1) findings.push(`${what} ${all.length} times: ${key}`);
    };
    const ofWarnings = notices.filter(({ warning_id }) => warning_id !== null);
    twice(
      ofWarnings.map((row) => `${row.warning_id} revision ${row.warning_revision} ${row.kind}`),
      'A notice was written',
    );
    const allClears = ofWarnings.filter(({ kind }) => kind === 'all-clear');
    twice(
      cleared.map(({ who }) => who),
      'A person got the all clear of one warning',
    );
    twice(
      deliveries.map(({ who }) => who),
      'A person was to be notified of one notice',
    );
    for (const row of allClears) {
      if (row.latitude === null || row.longitude === null) continue;
      const zone = {
        latitude: row.latitude,
        longitude: row.longitude,
        radiusMiles: 10,
        allClearMinutes: clearMinutes,
      };
      const why = whyNotClear(strikes, { placeName: `${row.place} (notice)`, ...zone }, row.at.getTime());
      if (why !== null) findings.push(why);
    }
    for (const { id, state } of deliveries) {
      if (state === 'accepted' && !gateway.taken.has(id))
        findings.push(`The delivery ${id} is called accepted, and the provider has not taken it`);
      if (['queued', 'sending', 'failed'].includes(state))
        findings.push(`The delivery ${id} ends as ${state}`);
    }
    // One message for one person under two keys would be two messages.
    twice(
      [...gateway.taken.values()].map(({ to, text }) => `${to} ${text}`),
      'A person got the same message',
    );
    return {
      findings,
      figures: {
        warnings: Number(counts[0]?.count),
        notices: ofWarnings.length,
        allClears: allClears.length,
        deliveries: deliveries.length,
        messages: gateway.taken.size,
        repeatedRequests: gateway.requests.length - gateway.taken.size,
      },
    };
  } finally {
    await client.end();
  }
}
