/** The address of a unit's public page: names without their blanks. */
export function publicPathOf(organizationName: string, unitName: string): string {
  const part = (name: string) => encodeURIComponent(name.normalize('NFC').replace(/\s/gu, ''));
  return `/public/${part(organizationName)}/${part(unitName)}/Widget`;
}
