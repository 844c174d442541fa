/**
 * The id of a position in the stream of an organization: '3f2a91c0-42'. Programs give it back as it is.
 */
export function idOfPosition(organizationId: string, position: number): string {
  return `${organizationId.slice(0, 8)}-${position}`;
}

/** The position that an id names; null for a text that is no id of this organization's stream. */
export function positionOfId(organizationId: string, id: string): number | null {
  const [, organization, digits = ''] = /^([0-9a-f]{8})-(0|[1-9][0-9]{0,14})$/.exec(id) ?? [];
  return organization === organizationId.slice(0, 8) ? Number(digits) : null;
}
