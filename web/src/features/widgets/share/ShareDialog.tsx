import type { Widget } from '@allclear/contract';
import { widgetEmbedCode } from '@allclear/domain';
import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import { copyText } from '../../../forms/copy-text.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { toast } from '../../../ui/toast.ts';
import classes from '../Widgets.module.css';
import { GuideMail } from './GuideMail.tsx';
import { ReplaceAddress } from './ReplaceAddress.tsx';

/** Widths of the embed code (spec 3 section 2.8). */
const widths = [300, 400, 600, 800, 1000] as const;

interface ShareDialogProps {
  widget: Widget;
  /** The name of the user, which the guide gives as who asked for it. */
  sender: string;
  opened: boolean;
  onClose: () => void;
}

/** Share Widget: its embed code, its address, and the guide by e-mail. */
export function ShareDialog({ widget, sender, opened, onClose }: ShareDialogProps) {
  const [width, setWidth] = useState<number | 'responsive'>('responsive');
  const url = widget.address;
  const code = widgetEmbedCode({ url, publicId: widget.publicId, title: widget.name, width });
  return (
    <Dialog opened={opened} onClose={onClose} title="Share Widget" size={640}>
      <div className={classes.share}>
        <div className={classes.part}>
          <NativeSelect
            size="md"
            label="Width"
            value={String(width)}
            data={[
              { value: 'responsive', label: 'Responsive (100%)' },
              ...widths.map((px) => ({ value: String(px), label: `${px} px` })),
            ]}
            onChange={({ currentTarget: { value } }) =>
              setWidth(value === 'responsive' ? value : Number(value))
            }
          />
          <Textarea
            size="md"
            label="Embed code"
            description="Put it into the HTML of the page that is to show the widget."
            readOnly
            rows={4}
            spellCheck={false}
            value={code}
            onFocus={({ currentTarget }) => currentTarget.select()}
          />
          <Copy text={code} label="Copy embed code" />
        </div>
        <div className={classes.part}>
          <TextInput
            size="md"
            label="Shareable URL"
            description="Everybody who has it sees the widget."
            readOnly
            value={url}
            onFocus={({ currentTarget }) => currentTarget.select()}
          />
          <Copy text={url} label="Copy URL" />
        </div>
        <GuideMail widgetId={widget.id} sender={sender} />
        <ReplaceAddress widget={widget} />
      </div>
    </Dialog>
  );
}

function Copy({ text, label }: { text: string; label: string }) {
  const copy = () =>
    copyText(text).then(
      () => toast('success', 'Copied to clipboard'),
      () => toast('error', 'This browser did not allow it', 'Select and copy the text.'),
    );
  return (
    <div>
      <Button variant="default" leftSection={<IconCopy size={18} aria-hidden="true" />} onClick={copy}>
        {label}
      </Button>
    </div>
  );
}
