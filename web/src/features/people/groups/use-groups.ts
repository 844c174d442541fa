import type { Group } from '@allclear/contract';
import { routes } from '../../../api/routes.ts';
import { usePeopleChange } from '../use-people.ts';
import { bodyOf, changesOf, type GroupFields } from './group-fields.ts';

interface Saving {
  readonly edited: Group | null;
  /** The newest revision that the form has shown. */
  readonly revision: number | undefined;
  readonly fields: GroupFields;
}

/** Adds a group, or changes the parts of the edited one that differ. */
export const useSaveGroup = () =>
  usePeopleChange((api, { edited, revision, fields }: Saving) =>
    edited
      ? api.call(routes.updateGroup, { body: { id: edited.id, revision, ...changesOf(edited, fields) } })
      : api.call(routes.addGroup, { body: bodyOf(fields), once: true }),
  );

export const useDeleteGroup = () =>
  usePeopleChange((api, id: string) => api.call(routes.deleteGroup, { params: { id } }));
