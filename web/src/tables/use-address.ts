import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';

/**
 * The parameters in the page's address, and a change of them that replaces the entry in the browser's history. A
 * change applies to the one before it even when the page was not drawn in between: the router draws later, and its
 * own setter would lose the first of two.
 */
export function useAddress(): [
  URLSearchParams,
  (change: (before: URLSearchParams) => URLSearchParams) => void,
] {
  const [params, setParams] = useSearchParams();
  const newest = useRef(params);
  useEffect(() => {
    newest.current = params;
  }, [params]);
  const change = (next: (before: URLSearchParams) => URLSearchParams) => {
    newest.current = next(newest.current);
    setParams(newest.current, { replace: true });
  };
  return [params, change];
}
