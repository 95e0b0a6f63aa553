import { memo, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { create } from 'zustand';
import {
  changeText,
  followQuotes,
  type Listed,
  loadList,
  loadPaths,
  priceText,
  type Quote,
  ROW_PX,
  toneOf,
} from '../market.ts';
import '../style.css';

/**
 * React with a zustand store: one `setState` per socket frame; each row selects its own quote and renders when that
 * object changes; rows are memoised, and the list is virtualised with two rows of overscan at each end.
 */
interface Market {
  readonly quotes: Readonly<Record<number, Quote>>;
  readonly paths: ReadonlyMap<number, string>;
}

const useMarket = create<Market>(() => ({ quotes: {}, paths: new Map() }));
const SPARE = 2;

function App({ list }: { readonly list: readonly Listed[] }) {
  const top = useTop();
  const from = Math.max(0, top - SPARE);
  const to = Math.min(list.length, top + Math.ceil(innerHeight / ROW_PX) + 1 + SPARE);
  return (
    <div className="rows" style={{ height: list.length * ROW_PX }}>
      {list.slice(from, to).map((one, i) => (
        <Row key={one.Id} one={one} at={from + i} />
      ))}
    </div>
  );
}

/** The first row in view; renders only when it changes. */
function useTop(): number {
  const [top, setTop] = useState(0);
  useEffect(() => {
    const look = () => setTop(Math.floor(scrollY / ROW_PX));
    addEventListener('scroll', look, { passive: true });
    return () => removeEventListener('scroll', look);
  }, []);
  return top;
}

const Row = memo(function Row({ one, at }: { readonly one: Listed; readonly at: number }) {
  const quote = useMarket(({ quotes }) => quotes[one.Id]);
  const path = useMarket(({ paths }) => paths.get(one.Id));
  return (
    <div className="row placed" style={{ transform: `translateY(${at * ROW_PX}px)` }}>
      <img src={one.Logo} alt="" />
      <span className="name">{one.ShowCode}</span>
      <svg viewBox="0 0 64 28" aria-hidden="true">
        <path d={path} fill="none" stroke="currentColor" />
      </svg>
      <span className="close" dir="ltr">
        {priceText(quote, one.PricePrecision)}
      </span>
      <span className={`change ${toneOf(quote)}`} dir="ltr">
        {changeText(quote)}
      </span>
    </div>
  );
});

const list = await loadList();
const root = document.getElementById('root');
if (root !== null) createRoot(root).render(<App list={list} />);
followQuotes((frame) =>
  useMarket.setState(({ quotes }) => ({
    quotes: { ...quotes, ...Object.fromEntries(frame.map((quote) => [quote.id, quote])) },
  })),
);
useMarket.setState({ paths: await loadPaths(list) });
