import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { AdapterError } from '../../adapter-error.ts';

export interface BucketListing {
  readonly objects: readonly { readonly key: string; readonly sizeBytes: number }[];
  /** Token of the next page; null on the last. */
  readonly continuationToken: string | null;
}

// Entities are not decoded: the relevant keys have none, and a listing holds two in every ETag.
const parser = new XMLParser({
  parseTagValue: false,
  processEntities: false,
  isArray: (name) => name === 'Contents',
});

/**
 * Reads the response to an S3 ListObjectsV2 request. Anything else (an HTML page, a truncated response) is
 * malformed.
 */
export function parseBucketListing(source: string, bytes: Uint8Array): BucketListing {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
  const malformed = (problem: string) =>
    new AdapterError(source, 'malformed', `The listing of the bucket ${problem}.`);
  if (XMLValidator.validate(text) !== true) throw malformed('is not well-formed XML');
  const root = parser.parse(text).ListBucketResult as Record<string, unknown> | undefined;
  if (!root || typeof root !== 'object') throw malformed('is not a ListBucketResult');
  const truncated = root.IsTruncated;
  if (truncated !== 'true' && truncated !== 'false') throw malformed('does not say whether it is complete');
  const token = root.NextContinuationToken;
  if (truncated === 'true' && (typeof token !== 'string' || !token))
    throw malformed('is incomplete and has no continuation');
  const contents = (root.Contents ?? []) as { Key?: unknown; Size?: unknown }[];
  const objects = contents.map(({ Key: key, Size: size }) => {
    if (typeof key !== 'string' || typeof size !== 'string' || !/^\d+$/.test(size))
      throw malformed('names an object without key or size');
    return { key, sizeBytes: Number(size) };
  });
  return { objects, continuationToken: truncated === 'true' ? (token as string) : null };
}
