import { ActionIcon } from '@mantine/core';
import type { TablerIcon } from '@tabler/icons-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import classes from '../LiveRadar.module.css';

interface ControlProps {
  label: string;
  Icon: TablerIcon;
  onClick: () => void;
  /** Set for a toggle. */
  pressed?: boolean;
  disabled?: boolean;
}

/** A button of the map, with its name as a tooltip. */
export function Control({ label, Icon, onClick, pressed, disabled }: ControlProps) {
  return (
    <ActionIcon
      className={classes.control ?? ''}
      aria-label={label}
      title={label}
      aria-pressed={pressed}
      disabled={disabled ?? false}
      onClick={onClick}
    >
      <Icon size={20} stroke={1.8} aria-hidden="true" />
    </ActionIcon>
  );
}

interface MenuProps {
  label: string;
  Icon: TablerIcon;
  opened: boolean;
  onToggle: () => void;
  /** Whether it opens above its button. */
  above?: boolean;
  children: ReactNode;
}

/** A button that opens a panel beside it; Escape and the button close it. */
export function MapMenu({ label, Icon, opened, onToggle, above = false, children }: MenuProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLElement>(null);
  const close = useRef(onToggle);
  close.current = onToggle;
  useEffect(() => {
    if (!opened) return;
    panel.current?.querySelector<HTMLElement>('input, button, select')?.focus({ preventScroll: true });
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      close.current();
      button.current?.focus();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [opened]);
  return (
    <div className={classes.menu}>
      <ActionIcon
        ref={button}
        className={classes.control ?? ''}
        aria-label={label}
        title={label}
        aria-expanded={opened}
        aria-controls={opened ? id : undefined}
        onClick={onToggle}
      >
        <Icon size={20} stroke={1.8} aria-hidden="true" />
      </ActionIcon>
      {opened && (
        <section
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a legend that is longer than the map is scrolled by the keyboard too
          tabIndex={0}
          ref={panel}
          id={id}
          aria-label={label}
          className={`${classes.panel} ${above ? classes.above : ''}`}
        >
          <h2>{label}</h2>
          {children}
        </section>
      )}
    </div>
  );
}
