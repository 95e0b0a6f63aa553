import { BehaviorSubject, combineLatest, filter, map, type Observable, Subscription } from 'rxjs';
import type { MarketList } from '../../shared/bridge/worker-api.ts';
import { decodeInstruments } from '../../shared/contract/domain.ts';
import type { Category } from '../../shared/contract/market.ts';
import type { BasicInfo } from '../../shared/contract/site.ts';
import type { Instrument } from '../../shared/domain/instrument.ts';
import { err, ok, type Refusal, type Result } from '../../shared/result.ts';
import { refusalOf } from '../http.ts';
import type { Loader } from '../loader.ts';

/** The instruments with their categories, and the site's base data, both in the user's language. */
export interface MarketData {
  readonly market$: BehaviorSubject<MarketList>;
  readonly instruments$: Observable<readonly Instrument[]>;
  readonly baseData$: BehaviorSubject<BasicInfo | undefined>;
  /** Loads both, with retries; also after a change of language. Earlier data stays until then. */
  load(): void;
  /** Loads both once. If that fails, earlier data stays; fails when the list does. */
  refresh(): Promise<Result<void>>;
}

export function createMarketData(loader: Loader): MarketData {
  const market$ = new BehaviorSubject<MarketList>({ status: 'loading' });
  const baseData$ = new BehaviorSubject<BasicInfo | undefined>(undefined);
  let loading: Subscription | undefined;
  let [shown, shownBase] = ['', ''];

  /** The page renders everything for a new list, and loads one with each screen: nearly always the same. */
  function show(instruments: readonly Instrument[], categories: readonly Category[]): void {
    const text = JSON.stringify([instruments, categories]);
    if (text === shown) return;
    shown = text;
    market$.next({ status: 'ready', instruments, categories });
  }

  function showBase(base: BasicInfo): void {
    const text = JSON.stringify(base);
    if (text === shownBase) return;
    shownBase = text;
    baseData$.next(base);
  }

  function showFailure({ code, message }: Refusal): void {
    if (market$.value.status !== 'ready') market$.next({ status: 'failed', code, message });
  }

  function load(): void {
    loading?.unsubscribe();
    const list$ = combineLatest([
      loader.loadAs('getTradeList', {}, decodeInstruments),
      loader.load('getCategories', {}),
    ]);
    // A parent of its own: a completed subscription would cancel those added to it.
    loading = new Subscription();
    loading.add(
      list$.subscribe(([list, categories]) => {
        if (list.ok && categories.ok) show(list.value, categories.value);
        else if (!list.ok) showFailure(refusalOf(list.error));
        else if (!categories.ok) showFailure(refusalOf(categories.error));
      }),
    );
    loading.add(
      loader.load('getBasicInfo', {}).subscribe((base) => {
        if (base.ok) showBase(base.value);
      }),
    );
  }

  return {
    market$,
    baseData$,
    instruments$: market$.pipe(
      filter((list) => list.status === 'ready'),
      map(({ instruments }) => instruments),
    ),
    load,
    async refresh() {
      const [list, categories, base] = await Promise.all([
        loader.onceAs('getTradeList', {}, decodeInstruments),
        loader.once('getCategories', {}),
        loader.once('getBasicInfo', {}),
      ]);
      // First: the list may bring the first rates, and their nights need the time of base data.
      if (base.ok) showBase(base.value);
      const failure = list.ok ? (categories.ok ? undefined : categories.error) : list.error;
      if (failure !== undefined) showFailure(failure);
      if (list.ok && categories.ok) show(list.value, categories.value);
      return failure === undefined ? ok(undefined) : err(failure);
    },
  };
}
