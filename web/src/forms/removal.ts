/** How a form deletes what it edits; `FormDialog` asks before it does. */
export interface Removal {
  /** The kind of item ('Policy'). */
  readonly item: string;
  readonly name: string;
  /** The consequence, instead of the general question. */
  readonly text?: string | undefined;
  readonly busy: boolean;
  readonly onRemove: () => Promise<void>;
}

interface RemovalOptions<Answer> {
  item: string;
  /** The consequence, instead of the general question. */
  text?: string | undefined;
  mutation: { isPending: boolean; mutateAsync: (id: string) => Promise<Answer> };
  onRemoved: (answer: Answer, id: string) => void;
  /** The form stays open. */
  onRefused: (thrown: unknown) => void;
}

/** The removal of the edited item; null for a new one. */
export function removalOf<Answer>(
  edited: { readonly id: string; readonly name: string } | null,
  { item, text, mutation, onRemoved, onRefused }: RemovalOptions<Answer>,
): Removal | null {
  if (!edited) return null;
  const { id, name } = edited;
  const onRemove = async () => {
    try {
      onRemoved(await mutation.mutateAsync(id), id);
    } catch (thrown) {
      onRefused(thrown);
    }
  };
  return { item, name, text, busy: mutation.isPending, onRemove };
}
