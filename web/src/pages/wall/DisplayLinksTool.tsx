import { IconScreenShare } from '@tabler/icons-react';
import { useState } from 'react';
import { DisplayLinks, type WallPlaces } from './DisplayLinks.tsx';
import classes from './WallTools.module.css';

/** The button of the dialog of display links. */
export function DisplayLinksTool(wall: WallPlaces) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" className={classes.tool} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <IconScreenShare size={18} aria-hidden="true" />
        Display links
      </button>
      <DisplayLinks {...wall} opened={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}
