import { filter, map, type Observable } from 'rxjs';
import { Alert } from '../../shared/contract/alerts.ts';
import { decode, list, object } from '../../shared/contract/schema.ts';

/** The data of an ALERT frame: the whole list each time. */
const ALERT_DATA = object({ alerts: list(Alert) });

/** All alerts of the account, latest first, and again when one has changed or fired, from the frames of ALERT. */
export const alertsOf = (frames: Observable<{ readonly data: unknown }>): Observable<readonly Alert[]> =>
  frames.pipe(
    map(({ data }) => decode(ALERT_DATA, data)),
    // A frame that cannot be read must not look like an empty list.
    filter((decoded) => decoded.ok),
    map(({ value }) => value.alerts),
  );
