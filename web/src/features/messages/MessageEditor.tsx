import { ActionIcon, Textarea, Tooltip } from '@mantine/core';
import { IconBold, IconItalic, IconLink, IconList, type TablerIcon } from '@tabler/icons-react';
import { type KeyboardEvent, useId, useLayoutEffect, useRef } from 'react';
import { RichText } from '../../ui/RichText.tsx';
import classes from './Forecasts.module.css';
import { htmlOf, type Writing, withLink, withList, withMark } from './message-markup.ts';

interface Tool {
  label: string;
  Icon: TablerIcon;
  change: (writing: Writing) => Writing;
  /** With Ctrl, or the command key. */
  key?: string;
}

const tools: readonly Tool[] = [
  { label: 'Bold', Icon: IconBold, change: (writing) => withMark(writing, 'strong'), key: 'b' },
  { label: 'Italic', Icon: IconItalic, change: (writing) => withMark(writing, 'em'), key: 'i' },
  { label: 'List', Icon: IconList, change: withList },
  { label: 'Link', Icon: IconLink, change: withLink },
];

interface MessageEditorProps {
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}

/** The message with its few allowed elements, and a preview. */
export function MessageEditor({ value, error, onChange }: MessageEditorProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const selection = useRef<Writing | null>(null);
  const previewId = useId();

  // React updates the text first; then the selection can be restored.
  useLayoutEffect(() => {
    const next = selection.current;
    if (next?.text !== value) return;
    selection.current = null;
    field.current?.focus();
    field.current?.setSelectionRange(next.start, next.end);
  }, [value]);

  const use = (tool: Tool) => {
    if (!field.current) return;
    const { selectionStart: start, selectionEnd: end } = field.current;
    const next = tool.change({ text: value, start, end });
    selection.current = next;
    onChange(next.text);
  };
  const pressed = (event: KeyboardEvent) => {
    const tool = tools.find(({ key }) => key !== undefined && key === event.key.toLowerCase());
    if (!tool || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return;
    event.preventDefault();
    use(tool);
  };

  return (
    <div className={classes.editor}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would draw these buttons as a group of fields */}
      <div role="group" aria-label="Format the message" className={classes.tools}>
        {tools.map((tool) => (
          <Tooltip
            key={tool.label}
            label={tool.key ? `${tool.label} (Ctrl+${tool.key.toUpperCase()})` : tool.label}
          >
            <ActionIcon aria-label={tool.label} onClick={() => use(tool)}>
              <tool.Icon size={20} aria-hidden="true" />
            </ActionIcon>
          </Tooltip>
        ))}
      </div>
      <Textarea
        ref={field}
        size="md"
        label="Message"
        required
        rows={7}
        resize="vertical"
        value={value}
        error={error}
        onKeyDown={pressed}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <section className={classes.preview} aria-labelledby={previewId}>
        <h3 id={previewId}>Preview</h3>
        {value.trim() === '' ? (
          <p className={classes.small}>What you write appears here as people will read it.</p>
        ) : (
          <div className={classes.rich}>
            <RichText html={htmlOf(value)} />
          </div>
        )}
      </section>
    </div>
  );
}
