import { useEffect, useState } from 'react';

/**
 * An address under which the browser shows a picture that was fetched; given back to it as soon as nobody
 * shows the picture. Null for none.
 */
export function useObjectUrl(blob: Blob | null): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (blob === null) return setUrl(null);
    const made = URL.createObjectURL(blob);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [blob]);
  return blob === null ? null : url;
}
