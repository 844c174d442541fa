/** `npm run permissions`: writes docs/permissions.md from the table of permissions. */
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { grantOf, permissions, permissionTexts, type Role, roles } from '@allclear/domain';

export const permissionsGuide = fileURLToPath(new URL('../../docs/permissions.md', import.meta.url));

/** The guide as the table has it. */
export function currentPermissions(): string {
  const names = (Object.keys(roles) as Role[]).filter((role) => roles[role].signsIn);
  const rows = permissions.map((permission) => ({
    ...{ permission, allows: permissionTexts[permission] },
    ...grantOf(permission),
  }));
  const header = ['Permission', ...names.map((role) => roles[role].displayName), 'Allows'];
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const cellsOf = ({ permission, roles: held, allows }: (typeof rows)[number]) => [
    `\`${permission}\``,
    ...names.map((role) => (held.includes(role) ? 'yes' : '–')),
    allows,
  ];
  const withNumber = ([permission, ...rest]: string[], number: number | null) => [
    permission!,
    number === null ? '–' : String(number),
    ...rest,
  ];
  const table = (head: readonly string[], body: readonly (readonly string[])[]) =>
    [line(head), line(head.map(() => '---')), ...body.map(line)].join('\n');
  return `# Permissions

Made from the table in \`domain/src/people/permissions.ts\` by \`npm run permissions\`. Every route of the API declares
the permission that it needs; \`GET user/current\` lists those that the signed-in person holds. Notification-only
users never sign in and hold none.

## Permissions of roles

${table(header, rows.filter(({ feature }) => !feature).map(cellsOf))}

## Features

A person needs the role, and the organization must hold the feature. An organization holds every feature that is
not withheld from it. The number is that of the entitlement in \`GET Customer\`.

${table(
  withNumber(header, null).with(1, 'Number'),
  rows.flatMap((row) => (row.feature ? [withNumber(cellsOf(row), row.feature.number)] : [])),
)}
`;
}

if (import.meta.main) await writeFile(permissionsGuide, currentPermissions());
