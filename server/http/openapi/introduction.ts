import { CODE } from '../../../shared/contract/codes.ts';
import { LANGUAGES } from '../../../shared/contract/language.ts';
import { DELTA_FORMAT } from '../../../shared/contract/socket.ts';
import {
  CLIENT_SILENCE_MAX_MS,
  MAX_BEAT_S,
  MAX_FAST_ROWS,
  MAX_HZ,
  OTHER_ROWS_MS,
} from '../../../shared/limits.ts';
import { WHOLE_EVERY_MS } from '../../../shared/stream/delta-frame.ts';
import { type CodeName, MEANINGS } from './code-meanings.ts';

const codes = Object.entries(CODE)
  .map(([name, code]) => `| ${code} | ${MEANINGS[name as CodeName]} |`)
  .join('\n');

/** Rules of every call, and the socket, which OpenAPI cannot describe. Markdown. */
export const INTRODUCTION = `Every call and the socket of the exchange. The embedded exchange and any other back end that keeps to this page are the
same to the app.

## Where

The API is on the app's own origin with its first sub-domain replaced by \`api\` (\`https://m.example.com\` asks
\`https://api.example.com\`). An origin without a sub-domain, \`localhost\` or an IP address is its own API host. Pages of other
origins are answered only when they are on the exchange's list.

## Every request

- \`authorization\`: the token of \`login\`, as it is, without a scheme. Never in the address, never in a cookie.
- \`lang\`: the reader's language, one of ${LANGUAGES.map((language) => `\`${language}\``).join(' ')}; \`hk\` by default.
- GET and DELETE take their parameters from the query, and \`t\`, the time in epoch milliseconds, against caches.
- POST takes a form (\`application/x-www-form-urlencoded\`) or a JSON object of texts and numbers, and no query.
- A parameter that is unknown, given twice, or not a plain number (\`1e3\`, \`0x10\`, \`+1\`, blanks) is refused with 4000.

## Every answer

\`{"code": number, "msg": string, "data": …}\`. \`code\` 1 is success and \`data\` the answer; anything else is a refusal, \`msg\` says
so in the reader's language and \`data\` has its facts, or null. Business outcomes have HTTP status 200; faults of transport keep
theirs (400, 403, 404, 413, 415, 429, 500, 503) with the same envelope. No answer of a call may be cached.

| code | meaning |
|---|---|
${codes}

Amounts are decimal numbers in the account's currency (USD), exact to 6 decimals; sizes are lots. Times are ISO 8601 in UTC, or
epoch seconds or milliseconds where it says so. Later versions may add properties: ignore what you do not know.

## Calls that must happen once

A lost reply does not say whether the call was carried out, and browsers send a request again by themselves when its reply
was lost. So give every intent of the user one \`cid\` of its own (8-64 of \`A-Z a-z 0-9 _ -\`), made and kept before sending:

- the same \`cid\` with the same parameters is answered with the stored reply, also after days (at least 7) or a restart of the exchange;
- the same \`cid\` with other parameters is 4108 and changes nothing;
- a time-out means *unknown*, never *failed*: ask \`/v1/api/forex/outcome\`, for payments \`/api/user/outcome\`, until you know. They execute
  nothing, and seal an unknown \`cid\`, so that "never" stays true;
- send an order or a close again only while it is valid (\`seen_at + valid_ms\`): later it is refused with 4107.

Refusals are stored as well: for another try of the user's, make another \`cid\`.

Some calls change state by GET. An HTTP client must never retry them on its own, cache or prefetch them; they are refused with
status 403 when a browser asks by itself (\`Sec-Fetch-Mode\` navigate or no-cors).

## First steps

\`\`\`sh
API=http://127.0.0.1:8080
DEMO=$(curl -s $API/api/user/createAccountDemoForU | sed 's/.*"demo_id":"\\([^"]*\\)".*/\\1/')
TOKEN=$(curl -s -d demo_id=$DEMO $API/api/user/loginForU | sed 's/.*"token":"\\([^"]*\\)".*/\\1/')
curl -s $API/v1/api/forex/trade_list                                # instruments; take an Id and a multiple
curl -s -H "authorization: $TOKEN" "$API/v1/api/forex/submit?type=1&cont=0.01&forex_id=1&status=1&multiple=100&cid=first-order"
curl -s -H "authorization: $TOKEN" "$API/v1/api/forex/my_deal?status=1&page=1"
\`\`\`

## The socket

\`ws(s)://<API host>/v1/ws\`. The client sends the text \`ping\` (answer: the text \`pong\`) or JSON:

| frame | |
|---|---|
| \`{"cmd":"login","params":{"token":"…"}}\` | before the private topics, on every new socket |
| \`{"cmd":"logout"}\` | |
| \`{"cmd":"sub","topic":"…"}\` | the first frame after it is a snapshot |
| \`{"cmd":"unsub","topic":"…"}\` | |

The exchange answers each with \`{"cmd":…,"topic":…,"code":1,"msg":""}\` (999: the token is refused; 4000: unknown topic or
malformed; 4029: slow down) and sends data as \`{"topic":…,"seq":n,"ts":epoch_ms,"data":…}\`. \`seq\` counts from 1 for each topic
and connection: after a gap, subscribe again and take the new snapshot.

| topic | data |
|---|---|
| \`DAY_MARKET\` | rows \`[Id, Close, Open, MarketStatus, Time]\`, Time in epoch milliseconds: all instruments first, then those that changed |
| \`KLINE.{Code}\` | \`[Time, Open, High, Low, Close, Volume]\`: the one-minute candle as it stands, Time in epoch seconds |
| \`FOREX_TRADE\` (after login) | \`{"orders": Order[], "account": Account}\`: all pending and open orders first, then whole rows of those that changed |
| \`FOREX_CLOSED\` (after login) | \`{"ids": number[]}\`: orders that were closed or cancelled |
| \`CHAT\` (after login) | \`{"messages": ChatMessage[]}\` |
| \`ALERT\` (after login) | \`{"alerts": Alert[]}\`: all alerts of the account, again whenever one has changed or fired |

To save bytes, \`{"cmd":"sub","topic":"DAY_MARKET","params":{"rows":[ids],"hz":n}}\` asks for the rows on the screen (at most
${MAX_FAST_ROWS} ids, each once) up to n times a second (1 to ${MAX_HZ}, or 1 divided by 2 to 10), and for the others every ${OTHER_ROWS_MS / 1_000} seconds; the snapshot has all. \`"ask":1\` in \`params\`, alone or with these, asks for the ask:
a row then has a sixth element where it differs from \`Close\`. A server that does not know it answers 4000: subscribe again without. \`"beat":s\`
beside rows and hz has the others come every s seconds (${OTHER_ROWS_MS / 1_000} to ${MAX_BEAT_S}, at least 1 / n); as the only param of a \`KLINE\` topic, the candle as it stands once in s seconds at most (1 to ${MAX_BEAT_S}). Market
frames are left out while a client's buffer is not empty, and replaced by one snapshot; frames of orders are not. On
\`/v1/ws?deflate=1\` the exchange accepts an offer of permessage-deflate and compresses long texts.

### Market frames in few bytes

\`"format":"${DELTA_FORMAT}"\` in \`params\` of \`DAY_MARKET\`, alone or with the others, asks for binary frames of about a tenth of the bytes. An
acknowledgement that repeats \`"format":"${DELTA_FORMAT}"\` grants it; without it, texts come. A frame stands for a text, which is what
the exchange would have sent to the same subscription at that moment, byte for byte, with one difference: each Time is \`ts\` less a
whole number of steps of 20 ms, rounded to the older side.

A number \`u\` is unsigned LEB128: seven bits a byte, the lowest first, the high bit set in all but the last byte. A number
\`s\` is signed: \`u\` of 2n where n is 0 or more, of -2n - 1 where it is less. Prices are in points: a price times
10 to its number of decimals. The *spread* of a row is its ask less its close: 0 where there is one price.

| part | content |
|---|---|
| byte | 0xD1 |
| u, u, u | \`seq\` and \`ts\` of the text, and \`seq\` once more: where the two differ, the frame must be dropped |
| byte | flags: 1 whole, 2 with a column for the ask, 4 list |
| table | of a whole frame: u, how many rows; then of each: u Id, u decimals (0 to 8), *prices* |
| selection | which rows of the table the text has. List: u, how many. Otherwise: u, how many bytes; then a bitmap of the rows in the order of the table, the lowest bit first |
| rows | of each selected row, in the order of the text: in a list s, its index less the index before it less 1 (before the first: -1); unless the frame is whole, *change*; then s, its steps |
| check | 4 bytes, the lowest first |

*Prices*: u Close; s Open less Close; u MarketStatus; with the column, s spread. Without the column the spread is 0.
*Change*: u. Even: half of it, read as an s, is added to the Close, and with the column an s follows, which is added to the spread; Open and
MarketStatus stay, and without the column the spread becomes 0. 1: *prices* follow. Other odd numbers are not in use.

\`h\` begins with 0x811C9DC5 and takes one value after the other: \`h = (h XOR low XOR high x 0x01000193) x 0x01000193\`, then
\`h = h XOR (h >> 15)\`, all modulo 2^32 and without a sign, where \`low\` is the value modulo 2^32 and \`high\` the value divided by
2^32, rounded down. The check is \`h XOR low XOR high\` of \`ts\`. The values of a row are Id, Close, Open, MarketStatus, 10 to
the number of decimals, and Ask (Close plus spread). Of a whole frame each row of the table comes first; then each selected row, after
its change, with its steps behind it.

The first frame of a subscription is whole, and another one comes at least every ${WHOLE_EVERY_MS / 1_000} s, or when the rows of the table change: a whole frame
replaces the table, and its selection says which rows its text has. Any other frame counts only directly after the frame with the \`seq\`
before it. A frame whose check, index, number of decimals or length is wrong must be dropped with the table: ask for a new snapshot.

Send \`ping\` every 5 seconds; a connection that has sent nothing for ${CLIENT_SILENCE_MAX_MS / 1_000} is closed (1008). When the session ends (logout elsewhere, another password, expiry) the exchange sends
\`{"cmd":"login","topic":"","code":999,"msg":…}\` and nothing private any more. A frame over 4 KiB, malformed JSON, or more than
100 frames a second: one frame with \`"cmd":"error"\`, then the connection ends (1008).
`;
