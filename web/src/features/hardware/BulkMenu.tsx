import { Button, Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import type { TestKind } from './tests/test-kinds.ts';

/** What is done with several units at once. */
export type BulkAction = TestKind | 'stop' | 'enable' | 'disable' | 'drill';

const items: readonly { readonly action: BulkAction; readonly label: string }[] = [
  { action: 'delay', label: 'Start Delay' },
  { action: 'all-clear', label: 'Start All Clear' },
  { action: 'light', label: 'Turn On Light' },
  { action: 'stop', label: 'Stop Test' },
  { action: 'drill', label: 'Drill' },
  { action: 'enable', label: 'Enable' },
  { action: 'disable', label: 'Disable' },
];

/** 'Bulk Actions (n)': from two selected units on. */
export function BulkMenu({ count, onAction }: { count: number; onAction: (action: BulkAction) => void }) {
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <Button
          variant="default"
          disabled={count < 2}
          rightSection={<IconChevronDown size={16} aria-hidden="true" />}
        >
          Bulk Actions ({count})
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {items.map(({ action, label }) => (
          <Menu.Item key={action} onClick={() => onAction(action)}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
