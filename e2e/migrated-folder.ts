import { makeMigratedFolder } from '@allclear/server/test/databases/migrated-folder.ts';

/** Before all journeys: the folder that their servers start on copies of. */
export default async function setup(): Promise<() => Promise<void>> {
  const { folder, remove } = await makeMigratedFolder();
  // Workers are processes of their own, and get it this way.
  process.env.ALLCLEAR_MIGRATED_FOLDER = folder;
  return remove;
}
