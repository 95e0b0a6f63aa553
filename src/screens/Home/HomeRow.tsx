import { computed, effect, type ReadonlySignal, type Signal, signal } from '@preact/signals-react';
import { lazy, memo, Suspense, useCallback, useLayoutEffect, useMemo, useRef } from 'react';
import type { Instrument } from '../../../shared/domain/instrument.ts';
import type { SparklineBase } from '../../chart/sparkline-plot.ts';
import type { RowSlot } from '../../components/row-slots.ts';
import { SigLink } from '../../components/SigLink.tsx';
import { SigLogo } from '../../components/SigLogo.tsx';
import { priceWriter, textWriter, writeBreakable } from '../../components/text-writer.ts';
import { untilLoaded } from '../../components/until-loaded.ts';
import { useNodeEffect } from '../../components/use-node-effect.ts';
import { formatTime } from '../../format/date.ts';
import { formatPercent, formatPrice } from '../../format/number.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { firstLine } from '../../state/first-page.ts';
import { favourites } from '../../state/preferences.ts';
import { quietDigits } from '../../state/quiet-digits.ts';
import { isStale, quoteOf } from '../../state/quotes.ts';
import { opening } from './home-view.ts';

export const ROW_HEIGHT = 56;

let loading: Promise<typeof import('../../chart/Sparkline.tsx')> | undefined;
const loadSparkline = () => {
  loading ??= untilLoaded(() => import('../../chart/Sparkline.tsx'));
  return loading;
};
const Sparkline = lazy(() => loadSparkline().then((module) => ({ default: module.Sparkline })));

/** Loads what draws the pictures, before there are rows. */
export const preloadPictures = (): void =>
  void loadSparkline().then(({ preloadSparklines }) => preloadSparklines());

/**
 * A row of the list: name, sparkline, price and change of the instrument in its slot. Effects write all of it, so that
 * neither a tick nor a scroll renders.
 */
export const HomeRow = memo(function HomeRow({ slot }: { readonly slot: RowSlot<Instrument> }) {
  const { item } = slot;
  const { id, href, base, putFirstLine } = useMemo(() => partsOf(item), [item]);
  return (
    <SigLink href={href} className="row quote-row">
      <SigLogo of={item} />
      <span className="grow quote-name">
        <RowName of={item} />
        <MarketState of={item} />
      </span>
      <span ref={useNodeEffect(putFirstLine)} className="quote-spark">
        <Suspense fallback={null}>
          <Sparkline id={id} base={base} />
        </Suspense>
      </span>
      <RowNumbers of={item} base={base} />
    </SigLink>
  );
});

const partsOf = (item: ReadonlySignal<Instrument>) => ({
  id: computed(() => item.value.id),
  /** Until the sparkline is drawn, the page's stands in its place. */
  putFirstLine(place: HTMLElement): void {
    place.querySelector('.first-line')?.remove();
    const line = firstLine(item.value.id);
    if (line !== undefined) place.prepend(line);
  },
  href: () => `/trade?id=${item.value.id}`,
  /** Of the picture beside the change. */
  base: signal<SparklineBase | undefined>(undefined),
});

/** The code, and below it the full name. */
function RowName({ of }: { readonly of: ReadonlySignal<Instrument> }) {
  const full = useRef<HTMLSpanElement>(null);
  const write = useCallback(
    (node: HTMLSpanElement) => {
      const { id, showCode, name } = of.value;
      node.translate = false;
      writeBreakable(node, showCode);
      node.toggleAttribute('data-star', favourites.value.includes(id));
      if (full.current) full.current.textContent = name;
    },
    [of],
  );
  return (
    <>
      <span ref={useNodeEffect(write)} className="one-line strong quote-code" />
      <span ref={full} className="tiny quote-mark" />
    </>
  );
}

/**
 * In the sparkline's place: that the market is closed, and how long until it opens, or what the operator allows in it. An
 * effect writes it, and marks the row if its prices are old, so that an opening market renders nothing.
 */
function MarketState({ of }: { readonly of: ReadonlySignal<Instrument> }) {
  const { t } = useTranslation();
  const write = useCallback(
    (node: HTMLSpanElement) => {
      const { id, market, mode } = of.value;
      const quote = quoteOf(id);
      // The list's state is used until the first quote arrives.
      const open = quote.marketOpen.value ?? market.status === 'open';
      const row = node.closest('a');
      row?.toggleAttribute('data-closed', !open);
      const late = isStale(market, quote);
      row?.toggleAttribute('data-old', late || (open && (quote.freshness.value ?? 'live') !== 'live'));
      const wait = opening.value?.(market, open, quote.timeMs);
      const isHeld = mode === 'halted' || (open && mode === 'close-only');
      row?.toggleAttribute('data-held', isHeld);
      const held = t(mode === 'halted' ? 'home.halted' : 'home.close_only');
      const state = isHeld ? held : late ? t('home.stale') : open ? '' : t('home.closed');
      const second =
        wait?.left ?? (late && quote.timeMs.value !== undefined ? formatTime(quote.timeMs.value) : undefined);
      const text = state + (second ? `\n${second}` : '');
      if (node.textContent !== text) node.textContent = text;
      node.toggleAttribute('data-soon', wait !== undefined);
      const told = node.closest<HTMLElement>('[data-opens]')?.dataset['opens'];
      const opensAt = market.status === 'closed' ? market.opensAt : undefined;
      node.toggleAttribute('data-told', opensAt !== undefined && told === String(opensAt) && !isHeld);
      node.style.setProperty('--at', wait ? `${wait.part}` : null);
    },
    [of, t],
  );
  return <span ref={useNodeEffect(write)} className="tiny quote-state" />;
}

interface RowNumbersProps {
  readonly of: ReadonlySignal<Instrument>;
  readonly base: Signal<SparklineBase | undefined>;
}

/** Price and change. One effect writes both, since a tick changes both. */
function RowNumbers({ of, base }: RowNumbersProps) {
  const price = useRef<HTMLSpanElement>(null);
  const change = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const node = change.current;
    if (price.current === null || node === null) return;
    const writePrice = priceWriter(price.current);
    const writeChange = textWriter(node);
    return effect(() => {
      const { id, precision } = of.value;
      const quote = quoteOf(id);
      const percent = quote.change.value;
      writePrice(formatPrice(quote.close.value, precision), quietDigits(quote, precision));
      writeChange(formatPercent(percent));
      const tone = percent === undefined ? '' : percent >= 0 ? 'up' : 'down';
      if (node.dataset['tone'] !== tone) node.dataset['tone'] = tone;
      const [open, isUp, known] = [quote.open.value, tone === 'up', base.peek()];
      if (open === undefined || tone === '') base.value = undefined;
      else if (known?.open !== open || known.isUp !== isUp) base.value = { open, isUp };
    });
  }, [of, base]);
  return (
    <span className="number-end quote-numbers">
      <span ref={price} className="price quote-price" dir="ltr" />
      <span ref={change} className="faint quote-change" dir="ltr" />
    </span>
  );
}
