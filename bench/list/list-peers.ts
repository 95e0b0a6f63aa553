import budgets from '../budgets.json' with { type: 'json' };
import type { Row } from '../figures/figure.ts';
import { openPage, type Served } from '../rig/open-page.ts';
import type { Opening } from '../rig/while-open.ts';
import type { ListTarget } from './list-page.ts';

/** A page with which the list is compared, and the goals for the product relative to it. */
export interface ListPeer extends Omit<ListTarget, 'url'> {
  readonly name: string;
  /** Folder below `bench/`. */
  readonly folder: string;
  readonly goal: number;
  /** The goal's row for the main-thread time. */
  readonly row?: Row;
  /** The least frames of the product on a slow phone, as a multiple of the peer's. */
  readonly frames?: number;
}

export const PLAIN_DOM: ListPeer = {
  name: 'plain DOM',
  folder: 'list/plain-dom',
  rows: '.row',
  goal: budgets.list.busyToPlainDom,
  row: 'P1',
  frames: budgets.list.framesToPlainDom,
};

/** Peers built with third-party packages; they are in `bench/peers`. */
export const OF_OTHERS: readonly ListPeer[] = [
  {
    name: 'AG Grid',
    folder: 'peers/list/ag-grid',
    rows: '.ag-row',
    scroller: '.ag-grid-viewport',
    goal: budgets.list.busyToAgGrid,
    row: 'P2',
    frames: budgets.list.framesToAgGrid,
  },
  {
    name: 'naive React',
    folder: 'peers/list/naive-react',
    rows: '.row',
    goal: budgets.list.busyToNaiveReact,
    row: 'P2',
  },
];

export interface OpenPeer extends ListPeer, Served {}

/** Builds the page and serves it, with the exchange behind the same port. */
export function openPeer(peer: ListPeer, exchange: string): Opening<OpenPeer> {
  const { opened, close } = openPage(peer.folder, exchange);
  return { opened: opened.then((served) => ({ ...peer, ...served })), close };
}
