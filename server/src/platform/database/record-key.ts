/** Identifies a record of an organization. A request may bring any text as `id`; one that is no UUID identifies none. */
export interface RecordKey {
  readonly organizationId: string;
  readonly id: string;
}

/** A record with the revision that a change is based on; a change without one applies to any revision. */
export interface RevisionKey extends RecordKey {
  readonly revision?: number | undefined;
}

/** The key of a record of the caller's organization. */
export function keyOf({ organizationId }: { readonly organizationId: string }, id: string): RecordKey {
  return { organizationId, id };
}
