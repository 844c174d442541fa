import { Dialog } from '../../../ui/Dialog.tsx';
import classes from './StationImageCard.module.css';

interface ImageViewerProps {
  title: string;
  /** Null when there is no image any more: the viewer is empty then. */
  url: string | null;
  note: string;
  onClose: () => void;
}

/** A station's image in full screen. */
export default function ImageViewer({ title, url, note, onClose }: ImageViewerProps) {
  return (
    <Dialog opened title={title} onClose={onClose} fullScreen>
      {url !== null && (
        <figure className={classes.figure}>
          <img src={url} alt="" />
          <figcaption>{note}</figcaption>
        </figure>
      )}
    </Dialog>
  );
}
