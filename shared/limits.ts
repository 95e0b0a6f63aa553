/** Limits shared by the page, the worker and the server. Names carry the units. */

export const HEARTBEAT_MS = 5_000;
/** The link is closed when more than this many pings are unanswered. */
export const MAX_MISSED_HEARTBEATS = 2;
/** `login` or `sub` is sent again if no reply arrives within this time. */
export const ANSWER_MS = 5_000;
export const CONNECT_TIMEOUT_MS = 5_000;
export const BACKOFF_MIN_MS = 500;
export const BACKOFF_MAX_MS = 10_000;
/** A connection must last this long before the back-off counter resets to zero. */
export const STABLE_AFTER_MS = 5_000;
export const HIDDEN_CLOSE_MS = 60_000;
/** The first attempt after `online`, `visible` or `resume` starts within this time. */
export const WAKE_JITTER_MS = 500;

/** A price older than this while its market is open is shown greyed. */
export const STALE_AFTER_MS = 3_000;
/** Opening is blocked when the price is older than this; closing never is. */
export const BLOCK_OPENING_AFTER_MS = 10_000;

export const COMMAND_DEADLINE_MS = 10_000;
/** An order or a close is carried out only within this time after the tap, unless it says otherwise. */
export const VALID_MS = 10_000;
export const VALID_MIN_MS = 1_000;
export const VALID_MAX_MS = 60_000;
export const UPLOAD_DEADLINE_MS = 60_000;
export const UPLOAD_MAX_SIDE_PX = 2_048;
/** Minimum time between two codes to the same address. */
export const CODE_WAIT_S = 60;
export const WORKER_WATCH_MS = 2_000;
export const MAX_WORKER_RESTARTS = 3;

export const CLIENT_FRAME_MAX_BYTES = 4_096;
export const CLIENT_FRAMES_PER_SECOND = 100;
/** A client that sends nothing for so long is gone: the app pings each `HEARTBEAT_MS`. */
export const CLIENT_SILENCE_MAX_MS = 30_000;
export const SOCKET_BUFFER_MAX_BYTES = 256 * 1024;
export const SOCKET_FLUSH_MS = 16;
/** Of a subscription of DAY_MARKET with params: rows that come often, how often at most, and how often the others come. */
export const MAX_FAST_ROWS = 256;
export const MAX_HZ = 60;
export const MIN_HZ = 0.1;
export const OTHER_ROWS_MS = 2_000;
/** The longest that it may be asked for, of a candle as well. */
export const MAX_BEAT_S = 60;

export const KLINE_DEFAULT_LIMIT = 300;
export const KLINE_MAX_LIMIT = 1_500;
export const SPARKLINE_MINUTES = 60;
export const SPARKLINE_MAX_IDS = 50;
export const PAGE_SIZE = 20;
/** Rows of a page that asks for more, to read a long list in fewer calls. */
export const MAX_PAGE_SIZE = 200;
export const CID_KEPT_DAYS = 7;
/** A client order id: 8 to 64 characters of the url-safe alphabet. */
export const CID_PATTERN = /^[A-Za-z0-9_-]{8,64}$/;

/** Maximum size of an uploaded picture. */
export const UPLOAD_MAX_BYTES = 10 * 1024 * 1024;

/** Open and pending orders per account. */
export const MAX_WORKING_ORDERS = 1_000;
/** Price alerts per account. */
export const MAX_ALERTS = 100;
/** Fired alerts that are kept, per account. */
export const MAX_ALERT_FIRINGS = 100;
/** Starred instruments per account. */
export const MAX_FAVOURITES = 200;
/** Largest move of the day that an alert may wait for; downwards it stays above -100. */
export const MAX_ALERT_PERCENT = 1_000;
/** Undecided deposits per account; the same limit applies to withdrawals. */
export const MAX_WAITING_PAYMENTS = 200;
/** Saved coin addresses and bank accounts per account. */
export const MAX_DRAW_METHODS = 50;
/** Maximum size of one order, in lots. */
export const MAX_ORDER_LOTS = 1_000;

/** Days that one answer of the portfolio may have, and how many it has if nobody says. */
export const MAX_PORTFOLIO_DAYS = 400;
export const PORTFOLIO_DAYS = 31;
