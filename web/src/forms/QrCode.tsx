interface QrCodeProps {
  rows: readonly string[];
  label: string;
  /** Of CSS: for paper that is read from afar. */
  width?: string;
}

/** A QR code of rows of modules: '1' is dark. Dark on white in both themes, as readers expect it. */
export function QrCode({ rows, label, width = '220px' }: QrCodeProps) {
  const path = rows
    .flatMap((row, y) => [...row].map((cell, x) => (cell === '1' ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return (
    <svg
      style={{ width, maxWidth: '100%', margin: '0 auto', borderRadius: 8, background: '#ffffff' }}
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={path} fill="#101b28" />
    </svg>
  );
}
