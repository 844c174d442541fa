import { HOUR_MS } from '@allclear/domain';
import { AdapterError } from '../../adapter-error.ts';
import type { HttpClient } from '../../http-client/index.ts';
import { parseBucketListing } from './bucket-listing.ts';
import {
  type GranuleName,
  granuleStamp,
  hourPrefix,
  hoursBetween,
  parseGranuleName,
} from './granule-name.ts';
import type { LightningFeed } from './port.ts';

const MAX_PAGES = 20;

export interface Granule extends GranuleName {
  readonly batchKey: string;
  readonly url: string;
  readonly sizeBytes: number;
}

export type PollRequest = Parameters<LightningFeed['poll']>[0];

interface Bucket {
  readonly http: HttpClient;
  /** Name of the feed in errors. */
  readonly vendor: string;
  /** Number of the GOES satellite. */
  readonly satellite: number;
}

/**
 * Lists the granules of a satellite's bucket hour by hour. Hours of which every granule is known are not
 * listed again.
 */
export function createGranuleListing(bucket: Bucket): {
  /** Every hour of the poll. Throws when none could be listed; passes single failures to `onFault`. */
  listGranules(request: PollRequest, signal: AbortSignal): Promise<Granule[]>;
} {
  /** Hours of which every granule is known, and since when. */
  const completeFrom = new Map<number, number>();

  async function listGranules(request: PollRequest, signal: AbortSignal): Promise<Granule[]> {
    const { now, since } = request;
    const hours = hoursBetween(Math.min(since - 20_000, now - HOUR_MS), now);
    for (const hour of completeFrom.keys()) if (!hours.includes(hour)) completeFrom.delete(hour);
    const wanted = hours.filter(
      (hour) => (completeFrom.get(hour) ?? Number.POSITIVE_INFINITY) > Math.max(since, hour),
    );
    const listings = await Promise.allSettled(
      wanted.map(async (hour) => ({ hour, granules: await listHour(bucket, hour, signal) })),
    );
    const failures = listings.filter((listing) => listing.status === 'rejected');
    const [firstFailure] = failures;
    if (firstFailure && failures.length === listings.length) throw firstFailure.reason;
    for (const failure of failures) request.onFault(failure.reason);
    const listed = listings.flatMap((listing) => (listing.status === 'fulfilled' ? [listing.value] : []));
    for (const { hour, granules } of listed) noteCompleteHour(hour, granules, request);
    return listed.flatMap(({ granules }) => granules);
  }

  function noteCompleteHour(hour: number, granules: readonly Granule[], { since, known }: PollRequest): void {
    let reached = Math.max(since, hour);
    const from = reached;
    for (const granule of granules.toSorted((a, b) => a.start - b.start)) {
      if (granule.end <= reached) continue;
      if (granule.start > reached + 1000 || !known(granule.batchKey)) return;
      reached = granule.end;
    }
    if (reached >= hour + HOUR_MS) completeFrom.set(hour, from);
  }

  return { listGranules };
}

async function listHour(
  { http, vendor, satellite }: Bucket,
  hour: number,
  signal: AbortSignal,
): Promise<Granule[]> {
  const bucketUrl = `https://noaa-goes${satellite}.s3.amazonaws.com/`;
  const granules = new Map<number, Granule>();
  let token: string | null = null;
  let objects = 0;
  for (let page = 0; ; page++) {
    const continuation: string = token === null ? '' : `&continuation-token=${encodeURIComponent(token)}`;
    const url = `${bucketUrl}?list-type=2&prefix=${hourPrefix(hour)}${continuation}`;
    const listing = parseBucketListing(vendor, (await http.get({ source: vendor, url, signal })).bytes);
    for (const { key, sizeBytes } of listing.objects) {
      objects++;
      const name = parseGranuleName(key);
      if (name?.platform !== `G${satellite}`) continue;
      // The same window may have been processed twice; the later file counts.
      if ((granules.get(name.start)?.created ?? 0) >= name.created) continue;
      granules.set(name.start, {
        ...name,
        batchKey: `${name.platform}:s${granuleStamp(name.start)}`,
        url: bucketUrl + key,
        sizeBytes,
      });
    }
    if (listing.continuationToken === null) break;
    if (listing.continuationToken === token || page === MAX_PAGES)
      throw new AdapterError(vendor, 'malformed', 'The listing of the bucket has no end.');
    token = listing.continuationToken;
  }
  if (objects > 0 && granules.size === 0)
    throw new AdapterError(vendor, 'malformed', 'The bucket names its granules in a way that is not known.');
  return [...granules.values()];
}
