import { useEffect, useState } from 'react';

/** An object URL for a fetched image, revoked when it is no longer shown. Null for none. */
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
