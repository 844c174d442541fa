import type { Widget } from '@allclear/contract';
import { Button, Menu, Pagination, TextInput } from '@mantine/core';
import { IconChevronDown, IconSearch } from '@tabler/icons-react';
import { WidgetCard } from './WidgetCard.tsx';
import classes from './Widgets.module.css';
import { foundWidgets, type SearchedBy } from './widget-search.ts';

/** Cards on a page (spec 3 section 9). */
const pageSize = 6;

/** What the list shows of the widgets. */
export interface ListView {
  readonly search: string;
  readonly by: SearchedBy;
  /** From 1. */
  readonly page: number;
}

interface WidgetListProps {
  widgets: readonly Widget[];
  view: ListView;
  onView: (part: Partial<ListView>) => void;
  onShare: (widget: Widget) => void;
}

/** The widgets as cards, six on a page, with a search. */
export function WidgetList({ widgets, view, onView, onShare }: WidgetListProps) {
  const found = foundWidgets(widgets, view.search, view.by);
  const pages = Math.max(1, Math.ceil(found.length / pageSize));
  const page = Math.min(view.page, pages);
  const shown = found.slice((page - 1) * pageSize, page * pageSize);
  const namesOrganization = new Set(widgets.map(({ customerId }) => customerId)).size > 1;
  return (
    <>
      <Tools view={view} onView={onView} />
      {found.length === 0 && <p className={classes.none}>No widget matches the search.</p>}
      <ul className={classes.cards} aria-label="Widgets">
        {shown.map((widget) => (
          <WidgetCard
            key={widget.id}
            widget={widget}
            namesOrganization={namesOrganization}
            onShare={() => onShare(widget)}
          />
        ))}
      </ul>
      <div className={classes.pages}>
        <p role="status">{countText(page, found.length, widgets.length)}</p>
        {pages > 1 && (
          <Pagination
            total={pages}
            value={page}
            onChange={(next) => onView({ page: next })}
            size="lg"
            getItemProps={(item) => ({ 'aria-label': `Page ${item}` })}
            getControlProps={(control) => ({ 'aria-label': `${control} page` })}
          />
        )}
      </div>
    </>
  );
}

function Tools({ view, onView }: Pick<WidgetListProps, 'view' | 'onView'>) {
  return (
    <search className={classes.tools} aria-label="Widgets">
      <TextInput
        className={classes.search ?? ''}
        type="search"
        size="md"
        label="Search widgets"
        description="From three characters on"
        leftSection={<IconSearch size={18} aria-hidden="true" />}
        value={view.search}
        onChange={({ currentTarget }) => onView({ search: currentTarget.value, page: 1 })}
      />
      <Menu closeOnItemClick={false} position="bottom-start">
        <Menu.Target>
          <Button size="md" variant="default" rightSection={<IconChevronDown size={18} aria-hidden="true" />}>
            Search By
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.CheckboxItem checked disabled>
            Name
          </Menu.CheckboxItem>
          <Menu.CheckboxItem
            checked={view.by.customerName}
            onChange={(customerName) => onView({ by: { customerName }, page: 1 })}
          >
            Customer name
          </Menu.CheckboxItem>
        </Menu.Dropdown>
      </Menu>
    </search>
  );
}

/** '7–12 of 20 widgets', '3 of 20 widgets', '1 widget'. */
export function countText(page: number, found: number, all: number): string {
  const from = (page - 1) * pageSize;
  const shown =
    found > pageSize ? `${from + 1}–${Math.min(from + pageSize, found)} of ${found}` : String(found);
  const items = found === 1 && all === 1 ? 'widget' : 'widgets';
  return found === all ? `${shown} ${items}` : `${shown} found of ${all} ${items}`;
}
