import { useState } from 'react';

/** The value, or the last defined one: the content of a popup that is closing. */
export function useLast<T>(value: T | undefined): T | undefined {
  const [last, setLast] = useState(value);
  if (value !== undefined && value !== last) setLast(value);
  return value ?? last;
}
