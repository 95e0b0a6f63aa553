import { useState } from 'react';

/** The value, or the last one there was: what a popup shows while it is on its way out. */
export function useLast<T>(value: T | undefined): T | undefined {
  const [last, setLast] = useState(value);
  if (value !== undefined && value !== last) setLast(value);
  return value ?? last;
}
