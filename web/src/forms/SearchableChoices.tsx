import { MultiSelect, type MultiSelectProps } from '@mantine/core';

interface SearchableChoicesProps
  extends Pick<
    MultiSelectProps,
    'label' | 'aria-label' | 'required' | 'description' | 'placeholder' | 'data'
  > {
  value: readonly string[];
  error: string | undefined;
  /** What is chosen, in the plural: 'events'. */
  items: string;
  /** Shown when the search finds nothing. */
  nothingFound: string;
  onChange: (value: string[]) => void;
}

/** A field for any number of choices from a list that can be searched. */
export function SearchableChoices({ value, items, nothingFound, ...rest }: SearchableChoicesProps) {
  return (
    <MultiSelect
      size="md"
      value={[...value]}
      searchable
      clearable
      hidePickedOptions
      clearButtonProps={{ 'aria-label': `Clear ${items}`, size: 'md' }}
      nothingFoundMessage={nothingFound}
      {...rest}
    />
  );
}
