import type { Client } from 'pg';
import { expect, test } from 'vitest';
import { step, type WriterEvent, type WriterState } from '../../../../server/store/postgres/writer.ts';

const connection = (pid: number) => ({
  client: {} as Client,
  session: { pid, startedAt: '2026-01-14' },
  ended: undefined,
});
const [first, second] = [connection(1), connection(2)];
const opened: WriterState = { status: 'held', held: first, mark: undefined };
const watched: WriterState = { status: 'held', held: first, mark: '7' };
const lost: WriterState = { status: 'lost', session: first.session, mark: '7' };
const regained: WriterState = { status: 'held', held: second, mark: '7' };
const closed: WriterState = { status: 'closed' };
const ended = (held: typeof first): WriterEvent => ({ type: 'ended', held });
const again: WriterEvent = { type: 'regained', held: second };
const watch: WriterEvent = { type: 'watched', mark: '7' };

test.each<[string, WriterState, WriterEvent, WriterState]>([
  ['is watched from then on', opened, watch, watched],
  ['that ended meanwhile is not watched', closed, watch, closed],
  ['that ends before it is watched is not reopened', opened, ended(first), closed],
  ['that ends is reopened, by the same session and mark', watched, ended(first), lost],
  ['is regained with the mark of the one before', lost, again, regained],
  ['does not end with an earlier one', regained, ended(first), regained],
  ['ends again', regained, ended(second), { ...lost, session: second.session }],
  ['cannot end twice', lost, ended(first), lost],
  ['is closed', watched, { type: 'close' }, closed],
  ['is closed while it is reopened', lost, { type: 'close' }, closed],
  ['is not regained once closed', closed, again, closed],
  ['that ends by its close stays closed', closed, ended(first), closed],
])('a writing connection %s', (_, state, event, next) => expect(step(state, event)).toEqual(next));
