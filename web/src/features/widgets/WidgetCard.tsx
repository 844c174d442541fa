import type { Widget } from '@allclear/contract';
import { Button } from '@mantine/core';
import { IconCode, IconPencil } from '@tabler/icons-react';
import { Link } from 'react-router';
import { Problems } from './Problems.tsx';
import { useFrame } from './use-frame.ts';
import classes from './Widgets.module.css';
import { builderPath, firstHeight, ownAddress } from './widget-address.ts';

interface WidgetCardProps {
  widget: Widget;
  /** Its organization is named where the list has those of several. */
  namesOrganization: boolean;
  onShare: () => void;
}

/** A card is no higher than this: what is longer is scrolled, CSS px. */
const maxHeight = 560;

/** A widget as it is now, and what can be done with it. */
export function WidgetCard({ widget, namesOrganization, onShare }: WidgetCardProps) {
  const { id, name, customerId, customerName, problems } = widget;
  const { frame, height } = useFrame(firstHeight(maxHeight));
  return (
    <li className={classes.card}>
      <div>
        <h2>{name}</h2>
        {namesOrganization && <p>{customerName}</p>}
        <Problems problems={problems} />
      </div>
      <iframe
        ref={frame}
        className={classes.frame}
        src={ownAddress(widget)}
        title={`Preview of ${name}`}
        height={Math.min(height, maxHeight)}
        loading="lazy"
      />
      <div className={classes.buttons}>
        <Button
          component={Link}
          to={builderPath(customerId, id)}
          variant="default"
          leftSection={<IconPencil size={18} aria-hidden="true" />}
          aria-label={`Edit Widget ${name}`}
        >
          Edit Widget
        </Button>
        <Button
          leftSection={<IconCode size={18} aria-hidden="true" />}
          aria-haspopup="dialog"
          aria-label={`Get Embed Code of ${name}`}
          onClick={onShare}
        >
          Get Embed Code
        </Button>
      </div>
    </li>
  );
}
